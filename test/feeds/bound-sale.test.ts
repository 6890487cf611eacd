import { describe, expect, test } from 'bun:test'
import { Type } from '@sinclair/typebox'
import { contentHash } from '../../src/canonical/content.ts'
import { measure, orUnknown } from '../../src/canonical/measure.ts'
import { list, text } from '../../src/canonical/token.ts'
import { verifyAnswer } from '../../src/canonical/verify.ts'
import { boundSale } from '../../src/feeds/bound-sale.ts'
import { UNSIGNED_COPY } from '../../src/feeds/feed.ts'
import { TARIFF } from '../../src/feeds/tariff.ts'

const Answer = Type.Object({
  pair: Type.String(),
  depth: Type.Object({ usd: Type.Number() }),
  change: Type.Union([Type.Number(), Type.Null()]),
  sources: Type.Array(Type.String()),
})
const CONTENT = { pair: 'BTCUSD', depth: { usd: 12.5 }, change: null, sources: ['kraken', 'okx'] }
const SUBJECT = { key: 'BTC-USD', domain: 'BTCUSD', name: 'BTC/USD', path: {} }

const sale = boundSale(
  'DEPTH',
  { pair: text, depth_usd: measure(2), change: orUnknown(measure(4)), sources: list },
  {
    answer: Answer,
    apart: ({ depth }) => ({ depth_usd: depth.usd }),
    path: '/oracle/depth',
    price: TARIFF.spot,
    sellableSeconds: 60,
    preview: { staleMinutes: 15, main: null, fields: ['change', 'pair'] },
  },
)
const ENVELOPE = { timestamp: 1_795_000_000, nonce: 482_910 }

describe('a sale whose string binds its body', () => {
  test('says its fields by name, the others apart, and the hash of all of it last', () => {
    expect(sale.canonical.write(sale.tokens(CONTENT), ENVELOPE)).toBe(
      `v1|DEPTH|BTCUSD|12.50|NA|kraken,okx|SHA256:${contentHash(CONTENT)}|1795000000|482910`,
    )
  })

  test('another body, whatever differs in it, has another string', () => {
    const other = { ...CONTENT, depth: { usd: 12.5, bids: 3 } }
    expect(sale.tokens(other).content).not.toBe(sale.tokens(CONTENT).content)
  })

  test('shows the named fields in their order, and says that they are unsigned', () => {
    const { fields, note, staleMinutes } = sale.preview!
    expect(Object.entries(fields(CONTENT, SUBJECT))).toEqual([
      ['change', null],
      ['pair', 'BTCUSD'],
    ])
    expect([note, staleMinutes]).toEqual([UNSIGNED_COPY, 15])
  })

  test('is verified with what its layout works out again', () => {
    const checked = boundSale(
      'DEPTH',
      { pair: text },
      {
        answer: Answer,
        path: '/oracle/depth',
        price: TARIFF.spot,
        sellableSeconds: 60,
        preview: { staleMinutes: 15, main: null, fields: ['pair'] },
        recompute: ({ pair }) => [{ what: 'pair is bitcoin', ok: pair === 'BTCUSD' }],
      },
    )
    const checksOf = (pair: string) => {
      const body = { ...CONTENT, pair }
      const canonical = checked.canonical.write(checked.tokens(body), ENVELOPE)
      const { checks } = verifyAnswer(
        { ...body, canonical, signature: '', signingScheme: 'ed25519', pubkey: '' },
        { layouts: [checked.canonical] },
      )
      return checks.find(({ what }) => what === 'pair is bitcoin')?.ok
    }
    expect([checksOf('BTCUSD'), checksOf('ETHUSD')]).toEqual([true, false])
  })
})
