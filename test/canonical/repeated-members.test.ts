import { expect, test } from 'bun:test'
import { repeatedBy, withRepetition } from '../../src/canonical/repeated-members.ts'
import { editionEnd } from '../../src/store/claims/deliverable.ts'

const ECON = 'v1|ECON|US|CPI|336.104|index198284100|2026-10|2026-11-18|BLS|CUUR0000SA0|directapi|1795000000|482910'
const COT = 'v1|COT|BTCUSD|LEV:-5995|AM:2888|DEALER:3689|OI:19776|DATE:2026-06-09|1781298000|482910'

test('an economic value repeats its string under the name that published clients read, and not its scheme', () => {
  expect(withRepetition(ECON, 'signingScheme', 'ed25519')).toEqual({ signingScheme: 'ed25519' })
  expect(JSON.parse(`{"value":"336.104"${editionEnd({ canonical: ECON, signature: 'AA==' })}`)).toEqual({
    value: '336.104',
    canonical: ECON,
    canonicalstring: ECON,
    signature: 'AA==',
  })
})

test('a report on positions repeats its scheme, and not its string', () => {
  expect(withRepetition(COT, 'signingScheme', 'ed25519')).toEqual({
    signingScheme: 'ed25519',
    signing_scheme: 'ed25519',
  })
  // The beginning of a string, as snapshots hold it, is enough.
  expect(withRepetition('v1|COT|BTCUSD|', 'signingScheme', 'x')).toHaveProperty('signing_scheme', 'x')
  expect(editionEnd({ canonical: COT, signature: 'AA==' })).toBe(`,"canonical":"${COT}","signature":"AA=="}`)
})

test('no other body repeats anything', () => {
  const price = 'v1|PRICE|ECON|1.00|USD|2|kraken|median|1795000000|482910'
  expect([repeatedBy('PRICE'), repeatedBy('')]).toEqual([null, null])
  expect(withRepetition(price, 'signingScheme', 'ed25519')).toEqual({ signingScheme: 'ed25519' })
  expect(withRepetition('', 'canonical', '')).toEqual({ canonical: '' })
  expect(editionEnd({ canonical: price, signature: 'AA==' })).toBe(`,"canonical":"${price}","signature":"AA=="}`)
})
