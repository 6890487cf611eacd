import { expect, test } from 'bun:test'
import { repeatedNames, repeatedNamesOf } from '../../src/canonical/repeated-members.ts'
import { editionEnd } from '../../src/store/claims/deliverable.ts'

const ECON = 'v1|ECON|US|CPI|336.104|index198284100|2026-10|2026-11-18|BLS|CUUR0000SA0|directapi|1795000000|482910'

test('an economic value repeats its string under the name that published clients read', () => {
  expect(repeatedNamesOf(ECON)).toEqual(['canonicalstring'])
  expect(JSON.parse(`{"value":"336.104"${editionEnd({ canonical: ECON, signature: 'AA==' })}`)).toEqual({
    value: '336.104',
    canonical: ECON,
    canonicalstring: ECON,
    signature: 'AA==',
  })
})

test('no other body does', () => {
  const price = 'v1|PRICE|ECON|1.00|USD|2|kraken|median|1795000000|482910'
  expect([repeatedNamesOf(price), repeatedNames('PRICE'), repeatedNamesOf('')]).toEqual([[], [], []])
  expect(editionEnd({ canonical: price, signature: 'AA==' })).toBe(`,"canonical":"${price}","signature":"AA=="}`)
})
