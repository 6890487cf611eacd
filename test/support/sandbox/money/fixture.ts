import { createHash } from 'node:crypto'
import type { Random } from '../../../../src/ports.ts'
import { createMoney, type Money } from '../../../../src/sandbox/money/money.ts'
import { authorize, type WireAuthorization } from '../../payer.ts'
import { stillClock } from '../../still.ts'

/** 1 November 2026, 00:00 UTC. */
export const START_MS = 1_793_491_200_000
export const NOW = START_MS / 1000

/** The same bytes for the same seed, for ever. */
export const seededRandom = (seed: string): Random => {
  let drawn = 0
  const bytes = (length: number): Uint8Array => {
    const blocks: Buffer[] = []
    while (blocks.length * 32 < length) blocks.push(createHash('sha256').update(`${seed}/${drawn++}`).digest())
    return Uint8Array.from(Buffer.concat(blocks).subarray(0, length))
  }
  return {
    bytes,
    integer: (min, max) => min + (Buffer.from(bytes(4)).readUInt32BE() % (max - min + 1)),
  }
}

/** By the clock of the sandbox. */
export const authorization = (changes: Partial<WireAuthorization> = {}): WireAuthorization =>
  authorize(START_MS, changes)

export interface Answered {
  readonly status: number
  readonly body: Record<string, unknown>
}

/** The sandbox's money with a clock and a way to call it. */
export const sandbox = (clock = stillClock(START_MS), seed = 'money') => {
  const money: Money = createMoney({ clock, random: seededRandom(seed) })
  const call = async (path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answered> => {
    const init = body === undefined ? { headers } : { method: 'POST', headers, body: bodyText(body) }
    const response = await money.handle(new Request(`http://localhost${path}`, init))
    if (response === null) throw new Error(`${path} is not money's`)
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  return { money, clock, call }
}

const bodyText = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body))
