/** What the tour writes: lines, and a count-down that a terminal shows in one line and a file in a few. */

interface Output {
  readonly isTTY?: boolean
  write(text: string): unknown
}

export interface Terminal {
  say(line: string): void
  /** Shows how many seconds are left of what `says` names. At 0 the line is finished. */
  countDown(says: string, seconds: number): void
}

/** Where lines cannot be written over, so often is enough. */
const FILE_EVERY_SECONDS = 10

const CLEAR_LINE = '\r\u001B[K'

export const terminal = (output: Output): Terminal => {
  const isTerminal = output.isTTY === true
  let isOpen = false
  let told: number | null = null
  const close = (): void => {
    if (isOpen) output.write(CLEAR_LINE)
    isOpen = false
  }
  return {
    say: (line) => {
      close()
      output.write(`${line}\n`)
    },
    countDown: (says, seconds) => {
      if (seconds === told) return
      told = seconds
      const line = `   ${says} in ${seconds} s`
      if (seconds === 0) close()
      else if (isTerminal) {
        output.write(`${CLEAR_LINE}${line}`)
        isOpen = true
      } else if (seconds % FILE_EVERY_SECONDS === 0) output.write(`${line}\n`)
    },
  }
}
