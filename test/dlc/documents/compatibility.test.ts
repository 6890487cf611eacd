import { expect, test } from 'bun:test'
import { adviceFor, compatibilityOf } from '../../../src/dlc/documents/compatibility.ts'
import type { DigitDescriptor, EventDescriptor } from '../../../src/dlc/wire/event.ts'

const usable = (descriptor: EventDescriptor, id = 'E-1'): readonly string[] =>
  compatibilityOf(descriptor, id)
    .filter((line) => line.usable)
    .map(({ wallet }) => wallet)

const words = (...outcomes: readonly string[]): EventDescriptor => ({ kind: 'enum', outcomes })
const number = (change: Partial<DigitDescriptor> = {}): EventDescriptor => ({
  kind: 'digits',
  base: 2,
  isSigned: false,
  unit: 'USD',
  precision: 0,
  nbDigits: 20,
  ...change,
})

test('the plain shapes suit every living wallet', () => {
  expect(usable(words('yes', 'no'))).toEqual(['ddk', 'node-dlc 1.x', 'node-dlc 0.x', 'bitcoin-s'])
  expect(usable(number())).toEqual(['ddk', 'node-dlc 1.x', 'node-dlc 0.x', 'bitcoin-s'])
  expect(adviceFor(number(), 'E-1')).toEqual([])
  expect(adviceFor(words('yes', 'no'), 'E-1')).toEqual([])
})

test('no wallet settles signed numbers', () => {
  expect(usable(number({ isSigned: true }))).toEqual([])
  expect(adviceFor(number({ isSigned: true }), 'E-1').join()).toContain('unsigned')
})

test('text outside ASCII shuts node-dlc out, large numbers DDK', () => {
  expect(usable(words('Zürich', 'Bern'))).toEqual(['ddk', 'bitcoin-s'])
  expect(usable(number({ unit: '€' }))).toEqual(['ddk', 'bitcoin-s'])
  expect(usable(number({ base: 10, nbDigits: 15 }))).toContain('ddk')
  expect(usable(number({ base: 10, nbDigits: 16 }))).not.toContain('ddk')
  expect(usable(words('a', 'b'), 'E'.repeat(101))).toEqual(['ddk', 'bitcoin-s'])
})

test('an unusable line says why, a usable one has nothing to say', () => {
  for (const descriptor of [words('é', 'b'), number({ isSigned: true, unit: '€', base: 256 })]) {
    for (const line of compatibilityOf(descriptor, 'E')) expect(line.reasons.length > 0).toBe(!line.usable)
  }
})
