/**
 * The directory that all workers share, on a disk of our own that can be full, gone, or read-only. Workers see the disk at a second place,
 * which is taken away and put back: files that they have open stay open, as with a network that is gone for a while.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { SmallDisk } from '../endure/small-disk.js'

export class Store {
  private constructor(
    private readonly disk: SmallDisk,
    /** Where workers find it. */
    readonly path: string,
    /** The same, always there. */
    readonly behind: string,
    /** The same, for readers only. */
    private readonly protectedPath: string,
  ) {}

  static mount(directory: string): Store {
    const disk = SmallDisk.mount(join(directory, 'disk'))
    const path = join(directory, 'store')
    const readOnly = join(directory, 'read-only')
    mkdirSync(path)
    mkdirSync(readOnly)
    execFileSync('mount', ['--bind', disk.path, readOnly])
    execFileSync('mount', ['-o', 'remount,ro,bind', readOnly])
    const store = new Store(disk, path, disk.path, readOnly)
    store.show()
    return store
  }

  fill(leaveKB: number): void {
    this.disk.fill(leaveKB)
  }

  free(): void {
    this.disk.free()
  }

  hide(): void {
    execFileSync('umount', ['-l', this.path])
  }

  show(): void {
    execFileSync('mount', ['--bind', this.behind, this.path])
  }

  /** For whoever opens a file from now on. */
  protect(): void {
    this.hide()
    execFileSync('mount', ['--bind', this.protectedPath, this.path])
  }

  unprotect(): void {
    this.hide()
    this.show()
  }

  unmount(): void {
    this.hide()
    execFileSync('umount', ['-l', this.protectedPath])
    this.disk.unmount()
  }
}
