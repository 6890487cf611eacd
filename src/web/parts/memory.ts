/**
 * What a tab or a browser remembers. Where storing is forbidden or there is no place left, it is remembered until the
 * page ends: no purchase fails for that.
 */
export interface Memory {
  get(name: string): string | null
  /** Whether it outlives the page. */
  set(name: string, text: string): boolean
  remove(name: string): void
}

/** @param open throws where the browser forbids to store anything */
export const memoryOver = (open: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>): Memory => {
  const untilTheEnd = new Map<string, string>()
  const remove = (name: string): void => {
    untilTheEnd.delete(name)
    try {
      open().removeItem(name)
    } catch {
      // What was never stored is not there.
    }
  }
  return {
    remove,
    get: (name) => {
      const here = untilTheEnd.get(name)
      if (here !== undefined) return here
      try {
        return open().getItem(name)
      } catch {
        return null
      }
    },
    set: (name, text) => {
      try {
        open().setItem(name, text)
        untilTheEnd.delete(name)
        return true
      } catch {
        // An older text of the same name must not come back after the page has ended.
        remove(name)
        untilTheEnd.set(name, text)
        return false
      }
    },
  }
}

export const tabMemory = memoryOver(() => sessionStorage)
export const browserMemory = memoryOver(() => localStorage)
