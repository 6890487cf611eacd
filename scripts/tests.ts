/** Runs bun's test runner over folders and counts what came out. */

export interface Tally {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

/** One test may take this long: real processes on a shared machine. */
const TEST_LIMIT_MS = 120_000

const count = (output: string, word: string): number =>
  Number(new RegExp(`^\\s*(\\d+) ${word}$`, 'm').exec(output)?.[1] ?? 0)

/** Shows everything as it comes. A runner that died without a summary counts as one failure. */
export const runTests = async (paths: readonly string[]): Promise<Tally> => {
  const child = Bun.spawn([process.execPath, 'test', '--timeout', String(TEST_LIMIT_MS), ...paths], {
    stdio: ['ignore', 'inherit', 'pipe'],
    env: { ...process.env, FORCE_COLOR: '0' },
  })
  let output = ''
  const decoder = new TextDecoder()
  for await (const piece of child.stderr) {
    process.stderr.write(piece)
    output += decoder.decode(piece, { stream: true })
  }
  const status = await child.exited
  const tally = { passed: count(output, 'pass'), failed: count(output, 'fail'), skipped: count(output, 'skip') }
  return status !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally
}

/** The line that machines read, alone on its line and the last one; what was skipped stands before it. */
export const closing = ({ passed, failed, skipped }: Tally): string =>
  `${skipped > 0 ? `${skipped} skipped\n` : ''}${passed} passed, ${failed} failed`

export const sum = (tallies: readonly Tally[]): Tally => ({
  passed: tallies.reduce((total, each) => total + each.passed, 0),
  failed: tallies.reduce((total, each) => total + each.failed, 0),
  skipped: tallies.reduce((total, each) => total + each.skipped, 0),
})
