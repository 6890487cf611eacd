import { describe, expect, test } from 'bun:test'
import {
  type EventDescriptor,
  type OracleEvent,
  eventDescriptor,
  eventFault,
  nonceCount,
  oracleEvent,
  oracleEventBody,
} from '../../../src/dlc/wire/event.ts'
import { Malformed, decode } from '../../../src/dlc/wire/tlv.ts'
import { type Dice, dice, hex, unhex } from '../../support/dlc/random.ts'
import { descriptorOf, eventOf, vectors } from '../../support/dlc/vectors.ts'

describe.each(vectors.vectors.map((vector) => [vector.name, vector] as const))('vector %s', (_name, vector) => {
  test('descriptor and event have these bytes, both ways', () => {
    expect(hex(eventDescriptor.write(descriptorOf(vector)))).toBe(vector.eventDescriptorTlv)
    expect(decode(eventDescriptor, unhex(vector.eventDescriptorTlv))).toEqual(descriptorOf(vector))
    expect(hex(oracleEvent.write(eventOf(vector)))).toBe(vector.oracleEventTlv)
    expect(decode(oracleEvent, unhex(vector.oracleEventTlv))).toEqual(eventOf(vector))
  })

  test('it is a good event', () => {
    expect(nonceCount(descriptorOf(vector))).toBe(vector.nonces.length)
    expect(eventFault(eventOf(vector))).toBeNull()
  })
})

const randomDescriptor = (random: Dice): EventDescriptor =>
  random.chance(0.5)
    ? { kind: 'enum', outcomes: Array.from({ length: random.integer(1, 20) }, (_, i) => `${i}${random.text(30)}`) }
    : {
        kind: 'digits',
        base: random.integer(2, 256),
        isSigned: random.chance(0.5),
        unit: random.text(32),
        precision: random.integer(-40, 40),
        nbDigits: random.integer(1, 32),
      }

const randomEvent = (random: Dice): OracleEvent => {
  const descriptor = randomDescriptor(random)
  return {
    nonces: Array.from({ length: nonceCount(descriptor) }, () => random.bytes(32)),
    maturity: random.integer(0, 0xffffffff),
    descriptor,
    eventId: random.text(100),
  }
}

test('random events come back, and no shortened or lengthened bytes are read', () => {
  const random = dice(3)
  for (let i = 0; i < 150; i++) {
    const event = randomEvent(random)
    const bytes = oracleEvent.write(event)
    expect(decode(oracleEvent, bytes)).toEqual(event)
    expect(eventFault(event)).toBeNull()
    expect(() => decode(oracleEvent, bytes.subarray(0, random.integer(0, bytes.length - 1)))).toThrow(Malformed)
    expect(() => decode(oracleEvent, Uint8Array.of(...bytes, random.integer(0, 255)))).toThrow(Malformed)
  }
})

test('one changed byte never reads as the same event', () => {
  const random = dice(4)
  for (let i = 0; i < 300; i++) {
    const event = randomEvent(random)
    const bytes = oracleEvent.write(event)
    const at = random.integer(0, bytes.length - 1)
    bytes[at] = (bytes[at] ?? 0) ^ random.integer(1, 255)
    let read: OracleEvent | null = null
    try {
      read = decode(oracleEvent, bytes)
    } catch (error) {
      expect(error).toBeInstanceOf(Malformed)
    }
    if (read) {
      expect(read).not.toEqual(event)
      expect(hex(oracleEvent.write(read))).toBe(hex(bytes))
    }
  }
})

test('the body form lacks type and length', () => {
  const event = randomEvent(dice(5))
  expect(hex(oracleEvent.write(event))).toEndWith(hex(oracleEventBody.write(event)))
  expect(() => decode(oracleEvent, oracleEventBody.write(event))).toThrow(Malformed)
})

test('faults that the layout cannot see', () => {
  const base: OracleEvent = {
    nonces: [dice(6).bytes(32)],
    maturity: 1,
    descriptor: { kind: 'enum', outcomes: ['yes', 'no'] },
    eventId: 'E-1',
  }
  const nonce = base.nonces[0] ?? new Uint8Array(32)
  const digits: EventDescriptor = { kind: 'digits', base: 10, isSigned: true, unit: '', precision: 0, nbDigits: 1 }
  expect(eventFault(base)).toBeNull()
  expect(eventFault({ ...base, nonces: [] })).toContain('0 nonces where 1')
  expect(eventFault({ ...base, descriptor: digits })).toContain('1 nonces where 2')
  expect(eventFault({ ...base, descriptor: digits, nonces: [nonce, nonce.slice()] })).toBe('a nonce stands twice')
  expect(eventFault({ ...base, descriptor: { kind: 'enum', outcomes: ['é', 'e\u0301'] } })).toContain('twice')
  expect(eventFault({ ...base, descriptor: { kind: 'enum', outcomes: [] } })).toBe('no outcomes')
  expect(eventFault({ ...base, descriptor: { ...digits, isSigned: false, base: 1 } })).toBe('base 1')
  expect(eventFault({ ...base, nonces: [], descriptor: { ...digits, isSigned: false, nbDigits: 0 } })).toBe('no digits')
})

test('another TLV where the descriptor belongs is refused', () => {
  expect(() => decode(eventDescriptor, unhex('fdd80700'))).toThrow('55303 is no event descriptor')
})
