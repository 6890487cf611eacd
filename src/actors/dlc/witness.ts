import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ChainEnd } from './journal-lines.ts'

/**
 * The witness: where the journal stood before anything was signed last, kept off the disk that the journal is on. Whoever
 * puts an older copy of the folder back cannot put the witness back with it, and is told so before he signs.
 */

/** A place that keeps one text and changes it only for who knows what lies there. Both throw `WitnessAway`. */
export interface WitnessPlace {
  /** For people. */
  readonly name: string
  /** What lies there, and the mark by which it is replaced; `null` when nothing does. */
  read(): Promise<{ readonly text: string; readonly mark: string } | null>
  /**
   * @param mark of what is replaced; `null`: nothing lies there.
   * @returns the mark of the text, when it is durable there; `null`: something else lies there, nothing was changed.
   */
  replace(text: string, mark: string | null): Promise<string | null>
}

/** It does not answer. Nothing is signed until it does. */
export class WitnessAway extends Error {
  override readonly name = 'WitnessAway'
}

/** What it says and what this folder says cannot both be true: an older copy, another signer. Nothing is signed. */
export class RolledBack extends Error {
  override readonly name = 'RolledBack'
}

export interface Witness {
  /** For people. */
  readonly name: string
  /**
   * Where the chain stood when it was told last; `null` when it never was. From then on it is known what is replaced.
   * Throws `WitnessAway`, and `RolledBack` for what this oracle did not write.
   */
  read(): Promise<ChainEnd | null>
  /**
   * Durable there when it returns; repeating it is free. Throws `WitnessAway`, and `RolledBack` when another signer was
   * there since: this one must stop.
   */
  advance(end: ChainEnd): Promise<void>
  /** Asks whether what it was told last still lies there. Throws as `advance`. */
  confirm(): Promise<void>
  /** Whether it did not answer when it was asked last. */
  isAway(): boolean
}

/** Told from every other use of the nonce root. */
const TAG = 'oracle/dlc/witness/v1'

interface Head extends ChainEnd {
  readonly oracle: string
  readonly mac: string
}

const isHead = (value: unknown): value is Head => {
  const head = value as Partial<Head> | null
  return (
    typeof head === 'object' &&
    head !== null &&
    Number.isSafeInteger(head.line) &&
    [head.oracle, head.hash, head.mac].every((text) => typeof text === 'string' && /^[0-9a-f]{64}$/.test(text))
  )
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** @param oracle x-only public key, hex. */
export const openWitness = (place: WitnessPlace, oracle: string, nonceRoot: Uint8Array): Witness => {
  const key = createHmac('sha256', nonceRoot).update(TAG).digest()
  const macOf = ({ line, hash }: ChainEnd): string =>
    createHmac('sha256', key).update(`${TAG}|${oracle}|${line}|${hash}`).digest('hex')

  const understood = (text: string): ChainEnd => {
    const head = parse(text)
    if (!isHead(head)) throw new RolledBack(`${place.name} holds something that is no head of a journal.`)
    if (head.oracle !== oracle) throw new RolledBack(`${place.name} belongs to the oracle ${head.oracle}.`)
    if (!timingSafeEqual(Buffer.from(head.mac), Buffer.from(macOf(head))))
      throw new RolledBack(`${place.name} holds a head that was not written with this oracle's keys.`)
    return { line: head.line, hash: head.hash }
  }

  /** What lies there, by all that is known: where the chain stood, and the mark. */
  let known: { readonly end: ChainEnd | null; readonly mark: string | null } | null = null
  /** Sent over what is known to lie there: each may have arrived, or may arrive yet. */
  let sent: readonly ChainEnd[] = []
  let away = false
  let last: Promise<unknown> = Promise.resolve()

  const look = async () => {
    const found = await place.read()
    return { end: found && understood(found.text), mark: found?.mark ?? null }
  }
  const isSame = (a: ChainEnd | null, b: ChainEnd | null): boolean => a?.line === b?.line && a?.hash === b?.hash
  const moved = (): RolledBack =>
    new RolledBack(`${place.name} was moved on by another signer of this oracle. Two of them must never be.`)

  /** After an answer that never came: what was there, or what was sent. */
  const settle = async (): Promise<void> => {
    const found = await look()
    if (known && ![known.end, ...sent].some((each) => isSame(found.end, each))) throw moved()
    // Over another mark nothing arrives any more that was sent over the one before.
    if (found.mark !== known?.mark) sent = []
    known = found
  }

  /** Again where one arrived that was sent before; a few were under way at most. */
  const write = async (end: ChainEnd, tries = 3): Promise<void> => {
    if (!known || sent.length > 0) await settle()
    if (isSame(known!.end, end)) return
    if (!sent.some((each) => isSame(each, end))) sent = [...sent, end]
    const mark = await place.replace(JSON.stringify({ oracle, ...end, mac: macOf(end) }), known!.mark)
    if (mark !== null) {
      known = { end, mark }
      sent = []
      return
    }
    const before = known!.mark
    await settle()
    if (isSame(known!.end, end)) return
    if (known!.mark === before || tries === 0) throw new WitnessAway(`${place.name} does not take what it is told.`)
    return write(end, tries - 1)
  }

  /** One after the other: each replaces what the one before it left. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work)
    last = turn.then(
      () => void (away = false),
      (problem: unknown) => void (away = problem instanceof WitnessAway),
    )
    return turn
  }
  return {
    name: place.name,
    read: () =>
      inTurn(async () => {
        known = await look()
        sent = []
        return known.end
      }),
    advance: (end) => inTurn(() => write(end)),
    confirm: () => inTurn(settle),
    isAway: () => away,
  }
}
