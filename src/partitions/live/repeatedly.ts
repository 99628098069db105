/** Work that is done again and again, never twice at a time, until it is stopped. It must not reject. */
export interface Loop {
  /** Resolves when the work is not under way. */
  stop(): Promise<void>
}

export function repeatedly(everyMs: number, work: () => Promise<void>): Loop {
  let isStopped = false
  let wake = (): void => {}
  const loop = async (): Promise<void> => {
    while (!isStopped) {
      await work()
      if (!isStopped)
        await new Promise<void>(resolve => {
          const timer = setTimeout(resolve, everyMs)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
    }
  }
  const done = loop()
  return {
    stop() {
      isStopped = true
      wake()
      return done
    },
  }
}
