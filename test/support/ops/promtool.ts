import { needs } from '../needs.ts'
import { programNamed } from './unpacked.ts'

/** Prometheus' own judge of rules, configurations and pages. */

const PROMTOOL = programNamed('promtool')

export const hasPromtool = (): boolean => needs(PROMTOOL !== null, 'promtool, of Debian’s package prometheus')

export interface Judgement {
  readonly status: number
  /** Everything it said. */
  readonly said: string
}

/** @param input what it reads on standard input */
export const promtool = (args: readonly string[], input = ''): Judgement => {
  const { exitCode, stdout, stderr } = Bun.spawnSync([PROMTOOL!, ...args], { stdin: Buffer.from(input) })
  return { status: exitCode, said: `${stdout}${stderr}` }
}
