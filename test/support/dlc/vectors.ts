import type { EventDescriptor, OracleEvent } from '../../../src/dlc/wire/event.ts'
import { nobleSchnorr } from '../../../src/dlc/wire/schnorr.ts'
import file from '../../vectors/dlc.json'
import { unhex } from './random.ts'

/**
 * Our own vectors, made and cross-checked before this code existed: 433 signatures by five libraries, 83 messages read
 * by node-dlc 1.1.7, 38 contracts settled through DDK 0.3.35 (see the notes in the file).
 */
export const vectors = file

export type EventVector = (typeof file.vectors)[number]

export const descriptorOf = ({ descriptor }: EventVector): EventDescriptor =>
  'outcomes' in descriptor && descriptor.outcomes !== undefined
    ? { kind: 'enum', outcomes: descriptor.outcomes }
    : {
        kind: 'digits',
        base: Number(descriptor.base),
        isSigned: descriptor.isSigned === true,
        unit: String(descriptor.unit),
        precision: Number(descriptor.precision),
        nbDigits: Number(descriptor.nbDigits),
      }

export const eventOf = (vector: EventVector): OracleEvent => ({
  nonces: vector.nonces.map(unhex),
  maturity: vector.maturity,
  descriptor: descriptorOf(vector),
  eventId: vector.eventId,
})

export const oracleSecret = unhex(file.oracle.privateKey)
export const oraclePair = nobleSchnorr.pair(oracleSecret)
