/**
 * A disk of our own that can be made full at any moment: a file system in memory whose size changes. It is mounted in a mount
 * namespace that ends with this process (`unshare`), so that nothing is left behind whatever happens.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, statfsSync } from 'node:fs'

const SIZE_KB = 1 << 20
/** A crawl that goes on writing may have filled the room before the disk has its new size: then it is measured again. */
const TRIES = 20

/** What to start a program with so that it may mount; null where the system does not allow that. */
export function mountNamespace(): readonly string[] | null {
  const command = process.getuid?.() === 0 ? ['unshare', '-m'] : ['unshare', '-rm']
  const { status } = spawnSync(command[0], [...command.slice(1), 'mount', '-t', 'tmpfs', 'none', '/mnt'])
  return status === 0 ? command : null
}

export class SmallDisk {
  private constructor(readonly path: string) {}

  static mount(path: string): SmallDisk {
    mkdirSync(path, { recursive: true })
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_KB}k`, 'longtail', path])
    return new SmallDisk(path)
  }

  /** Leaves so much room. */
  fill(leaveKB: number): void {
    for (let left = TRIES; ; left--) {
      const { blocks, bfree, bsize } = statfsSync(this.path)
      try {
        this.resize(Math.ceil(((blocks - bfree) * bsize) / 1024) + leaveKB)
        return
      } catch (error) {
        if (left === 0) throw error
      }
    }
  }

  free(): void {
    this.resize(SIZE_KB)
  }

  unmount(): void {
    execFileSync('umount', ['-l', this.path])
  }

  private resize(sizeKB: number): void {
    execFileSync('mount', ['-o', `remount,size=${sizeKB}k`, this.path])
  }
}
