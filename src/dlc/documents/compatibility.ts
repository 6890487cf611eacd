import type { EventDescriptor } from '../wire/event.ts'
import { textBytes } from '../wire/record.ts'

/**
 * Which wallets can use an event of this form, so that buyers know it before they pay. The facts are from the source
 * and from runs of each program. Nothing is claimed about a program that was not run.
 */
export interface Compatibility {
  readonly wallet: 'ddk' | 'node-dlc 1.x' | 'node-dlc 0.x' | 'bitcoin-s' | 'rust-dlc'
  readonly usable: boolean
  /** The field of the attestation that this wallet reads. */
  readonly reads: 'serialized' | 'serializedCounted' | 'either'
  /** Why not. Empty when usable. */
  readonly reasons: readonly string[]
}

interface Facts {
  readonly isSigned: boolean
  readonly isAscii: boolean
  readonly isIdPlain: boolean
  readonly isBelow2To53: boolean
}

type Row = Pick<Compatibility, 'wallet' | 'reads'> & { reasons(facts: Facts): readonly (string | false)[] }

const SIGNED = 'it has no signed numbers'
const ASCII = 'it counts characters where bytes are meant: text outside ASCII fails its check'

const WALLETS: readonly Row[] = [
  {
    wallet: 'ddk',
    reads: 'serializedCounted',
    reasons: ({ isSigned, isBelow2To53 }) => [
      isSigned && 'it wants as many nonces as digits: no signed numbers',
      !isBelow2To53 && 'it computes with doubles: base to the power of digits must be below 2^53',
    ],
  },
  {
    wallet: 'node-dlc 1.x',
    reads: 'either',
    reasons: ({ isSigned, isAscii, isIdPlain }) => [
      isSigned && SIGNED,
      !isAscii && ASCII,
      !isIdPlain && 'event ids must have 1 to 100 bytes of ASCII',
    ],
  },
  {
    wallet: 'node-dlc 0.x',
    reads: 'serialized',
    reasons: ({ isSigned, isAscii, isIdPlain }) => [
      isSigned && SIGNED,
      !(isAscii && isIdPlain) && 'text outside ASCII and long event ids were not tried with it',
    ],
  },
  { wallet: 'bitcoin-s', reads: 'serialized', reasons: ({ isSigned }) => [isSigned && SIGNED] },
  {
    wallet: 'rust-dlc',
    reads: 'serializedCounted',
    reasons: () => ['its last release hashes announcements without the tag of the specification'],
  },
]

const LARGEST_EXACT = 2n ** 53n

const factsOf = (descriptor: EventDescriptor, eventId: string): Facts => {
  const isDigits = descriptor.kind === 'digits'
  const texts = isDigits ? [descriptor.unit] : descriptor.outcomes
  return {
    isSigned: isDigits && descriptor.isSigned,
    isAscii: texts.every((text) => textBytes(text).every((byte) => byte < 0x80)),
    isIdPlain: /^[\x20-\x7e]{1,100}$/.test(eventId),
    isBelow2To53: !isDigits || BigInt(descriptor.base) ** BigInt(descriptor.nbDigits) < LARGEST_EXACT,
  }
}

/** One line per wallet, the ready ones and the others. */
export const compatibilityOf = (descriptor: EventDescriptor, eventId: string): readonly Compatibility[] => {
  const facts = factsOf(descriptor, eventId)
  return WALLETS.map(({ wallet, reads, reasons: check }) => {
    const reasons = check(facts).filter((reason) => reason !== false)
    return { wallet, usable: reasons.length === 0, reads, reasons }
  })
}

/** Changes with which more programs could use the event; empty for the form that all of them support. */
export const adviceFor = (descriptor: EventDescriptor, eventId: string): readonly string[] => {
  const { isSigned, isAscii, isIdPlain, isBelow2To53 } = factsOf(descriptor, eventId)
  const advice = [
    !(isAscii && isIdPlain) && 'use ASCII alone in outcomes and unit',
    descriptor.kind === 'digits' && descriptor.base !== 2 && 'use base 2: some programs know no other',
    isSigned && 'use unsigned numbers: no wallet settles signed ones',
    !isBelow2To53 && 'keep base to the power of nbDigits below 2^53',
  ]
  return advice.filter((line) => line !== false)
}
