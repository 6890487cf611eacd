import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ChainEnd } from './journal-lines.ts'

/**
 * The witness: the end of the journal before the last signature, kept on another disk than the journal. If an older
 * copy of the folder is put back, the witness still holds the newer end. The signer notices that before it signs.
 */

/** A place for one text, which is replaced only by compare-and-set. Both functions throw `WitnessAway`. */
export interface WitnessPlace {
  /** For people. */
  readonly name: string
  /** The stored text, and the mark by which it can be replaced; `null` if there is none. */
  read(): Promise<{ readonly text: string; readonly mark: string } | null>
  /**
   * @param mark of the text that is replaced; `null`: there is none yet.
   * @returns the mark of the new text, once it is durable; `null`: another text is stored, nothing was changed.
   */
  replace(text: string, mark: string | null): Promise<string | null>
}

/** The witness does not answer. Nothing is signed until it does. */
export class WitnessAway extends Error {
  override readonly name = 'WitnessAway'
}

/** Witness and folder contradict each other: the folder is an older copy, or another signer ran. Nothing is signed. */
export class RolledBack extends Error {
  override readonly name = 'RolledBack'
}

export interface Witness {
  /** For people. */
  readonly name: string
  /**
   * The end of the chain that was stored last; `null` if none was. It also reads the mark that later writes need.
   * Throws `WitnessAway`, and `RolledBack` for a text that this oracle did not write.
   */
  read(): Promise<ChainEnd | null>
  /**
   * Stores the end; it is durable when this returns. A repeated call does nothing. Throws `WitnessAway`, and
   * `RolledBack` if another signer has written since: this one must stop.
   */
  advance(end: ChainEnd): Promise<void>
  /** Checks that the last stored end is still there. Throws as `advance`. */
  confirm(): Promise<void>
  /** Whether the last call got no answer. */
  isAway(): boolean
}

/** Separates this use of the nonce root from every other one. */
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

  /** The last text that is known to be stored, and its mark. */
  let known: { readonly end: ChainEnd | null; readonly mark: string | null } | null = null
  /** Ends that were sent since, without an answer. Each may have arrived, or may still arrive. */
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

  /** Reads the place again after a missing answer: it must hold the known text or one that was sent. */
  const settle = async (): Promise<void> => {
    const found = await look()
    if (known && ![known.end, ...sent].some((each) => isSame(found.end, each))) throw moved()
    // The mark has changed, so nothing that was sent with the old mark can arrive any more.
    if (found.mark !== known?.mark) sent = []
    known = found
  }

  /** Tries again if an earlier write has arrived meanwhile; only a few can be open. */
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

  /** Runs calls one after the other, since each replaces the text of the one before. */
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
