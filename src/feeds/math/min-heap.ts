/** What is taken out of a heap. */
export interface Least {
  readonly key: number
  readonly value: number
}

/** A binary heap of numbers by their keys. */
export interface MinHeap {
  push(key: number, value: number): void
  /** Takes one with the smallest key; `null` when it is empty. */
  pop(): Least | null
}

/** Two lists of plain numbers, since a way over the sea lanes pushes tens of thousands. */
export const minHeap = (): MinHeap => {
  const keys: number[] = []
  const values: number[] = []
  const swap = (a: number, b: number): void => {
    ;[keys[a], keys[b]] = [keys[b]!, keys[a]!]
    ;[values[a], values[b]] = [values[b]!, values[a]!]
  }
  const sink = (): void => {
    for (let at = 0; ;) {
      const left = 2 * at + 1
      if (left >= keys.length) return
      const least = left + 1 < keys.length && keys[left + 1]! < keys[left]! ? left + 1 : left
      if (keys[at]! <= keys[least]!) return
      swap(at, least)
      at = least
    }
  }
  return {
    push: (key, value) => {
      let at = keys.push(key) - 1
      values.push(value)
      for (let up = (at - 1) >> 1; at > 0 && keys[up]! > keys[at]!; up = (at - 1) >> 1) {
        swap(at, up)
        at = up
      }
    },
    pop: () => {
      if (keys.length === 0) return null
      swap(0, keys.length - 1)
      const top = { key: keys.pop()!, value: values.pop()! }
      sink()
      return top
    },
  }
}
