import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { needs } from '../needs.ts'

/** Prometheus' own judge of rules, configurations and pages. */

/** Where `launch.mjs` puts the one out of Debian's package. */
const UNPACKED = join(resolve(import.meta.dir, '../../..'), 'node_modules', '.cache', 'promtool')

const PROMTOOL = Bun.which('promtool') ?? (existsSync(UNPACKED) ? UNPACKED : null)

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
