import { body, counted, nextType, text, tlv } from './record.ts'
import { type Coder, Malformed, bool, i32, raw, u16, u32 } from './tlv.ts'

/** dlcspecs `Oracle.md`: what an oracle promises to attest, and its bytes (`Messaging.md`, "Oracle messages"). */

/** One of a list of words. The order of `outcomes` is part of the promise. */
export interface EnumDescriptor {
  readonly kind: 'enum'
  readonly outcomes: readonly string[]
}

/** A whole number, attested digit by digit. The number attested times `base ** precision` is the value in `unit`. */
export interface DigitDescriptor {
  readonly kind: 'digits'
  readonly base: number
  readonly isSigned: boolean
  readonly unit: string
  readonly precision: number
  readonly nbDigits: number
}

export type EventDescriptor = EnumDescriptor | DigitDescriptor

export interface OracleEvent {
  /** x coordinates, 32 bytes each; y is the even one. The sign nonce, if any, stands first. */
  readonly nonces: readonly Uint8Array[]
  /** Unix seconds. */
  readonly maturity: number
  readonly descriptor: EventDescriptor
  readonly eventId: string
}

const ENUM_DESCRIPTOR = 55302
const DIGIT_DESCRIPTOR = 55306
const ORACLE_EVENT = 55330

/** 32 bytes: the x coordinate of a point whose y is even (BIP-340 "x-only"). */
export const xPoint = raw(32)

const enumFields = tlv(ENUM_DESCRIPTOR, body<Omit<EnumDescriptor, 'kind'>>({ outcomes: counted(text) }))

/** `base` is a u16: the text of dlcspecs says BigSize, every deployed program and its own test files say u16. */
const digitFields = tlv(
  DIGIT_DESCRIPTOR,
  body<Omit<DigitDescriptor, 'kind'>>({ base: u16, isSigned: bool, unit: text, precision: i32, nbDigits: u16 }),
)

/** Either descriptor, in TLV form; the type tells which. */
export const eventDescriptor: Coder<EventDescriptor> = {
  write: (descriptor) => (descriptor.kind === 'enum' ? enumFields.write(descriptor) : digitFields.write(descriptor)),
  read(from) {
    const type = nextType(from)
    if (type === BigInt(ENUM_DESCRIPTOR)) return { kind: 'enum', ...enumFields.read(from) }
    if (type === BigInt(DIGIT_DESCRIPTOR)) return { kind: 'digits', ...digitFields.read(from) }
    throw new Malformed(`TLV type ${type} is no event descriptor`)
  },
}

/** Body form. Old Rust kits sign and send this one; we never do. */
export const oracleEventBody: Coder<OracleEvent> = body({
  nonces: counted(xPoint),
  maturity: u32,
  descriptor: eventDescriptor,
  eventId: text,
})

/** TLV form: what the announcement contains, and what its signature covers, header included. */
export const oracleEvent: Coder<OracleEvent> = tlv(ORACLE_EVENT, oracleEventBody)

/**
 * How many nonces an event commits to. An enum has exactly one, whatever its number of outcomes: with a nonce per
 * outcome no wallet could build a contract that our attestation settles.
 */
export const nonceCount = (descriptor: EventDescriptor): number =>
  descriptor.kind === 'enum' ? 1 : descriptor.nbDigits + (descriptor.isSigned ? 1 : 0)

const descriptorFault = (descriptor: EventDescriptor): string | null => {
  if (descriptor.kind === 'digits') {
    if (descriptor.base < 2) return `base ${descriptor.base}`
    return descriptor.nbDigits < 1 ? 'no digits' : null
  }
  if (descriptor.outcomes.length < 1) return 'no outcomes'
  const words = descriptor.outcomes.map((outcome) => outcome.normalize('NFC'))
  return new Set(words).size < words.length ? 'an outcome stands twice' : null
}

/**
 * What is wrong with an event that the layout alone cannot see, or `null`. A nonce that stands twice would sign two
 * digits, and two signatures with one nonce reveal the key.
 */
export const eventFault = (event: OracleEvent): string | null => {
  const wanted = nonceCount(event.descriptor)
  if (event.nonces.length !== wanted) return `${event.nonces.length} nonces where ${wanted} belong`
  if (new Set(event.nonces.map((nonce) => nonce.toHex())).size < event.nonces.length) return 'a nonce stands twice'
  return descriptorFault(event.descriptor)
}
