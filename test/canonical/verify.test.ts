import { describe, expect, test } from 'bun:test'
import { contentHash, contentStatement } from '../../src/canonical/content.ts'
import { digest } from '../../src/canonical/digest.ts'
import type { Json } from '../../src/canonical/jcs.ts'
import { layout } from '../../src/canonical/layout.ts'
import { ecdsaSigner, ed25519Signer, type Signer } from '../../src/canonical/signature.ts'
import { text } from '../../src/canonical/token.ts'
import { verifyAnswer } from '../../src/canonical/verify.ts'
import { PRICE_LAYOUT } from '../../src/feeds/prices/price-answer.ts'

type Body = Readonly<Record<string, Json>>

const SIGNERS = [ed25519Signer(new Uint8Array(32).fill(3)), ecdsaSigner(new Uint8Array(32).fill(4))]
const NAMED = SIGNERS.map((signer) => [signer.scheme, signer] as const)

const CONTENT = {
  domain: 'BTCUSD',
  price: '84231.50',
  currency: 'USD',
  decimals: 2,
  sources: ['binance', 'coinbase', 'kraken'],
  method: 'median' as const,
  confidence: 0.97,
  observed_at: 1_741_514_398,
  legs: [{ pair: 'BTC/USD', basis: 'live', observed_at: 1_741_514_398, age_seconds: 2 }],
  marketStatus: null,
  degraded: false,
  timestamp: 1_741_514_400,
}

const sign = (signer: Signer, statement: string): string => signer.sign(digest(statement))

/** A price as it is sold. */
const sold = (signer: Signer, content = CONTENT, nonce = 482_910): Body => {
  const canonical = PRICE_LAYOUT.write(content, { timestamp: content.timestamp, nonce })
  const hash = contentHash(content)
  return {
    ...content,
    canonical,
    signature: sign(signer, canonical),
    signingScheme: signer.scheme,
    pubkey: signer.publicKey,
    contentHash: hash,
    contentSignature: sign(signer, contentStatement(hash)),
  }
}

/** Every value that differs from this one in one place. */
const variants = (value: Json): Json[] => {
  if (value === null) return [false, 0, '', 'null']
  if (typeof value === 'boolean') return [!value, null, String(value)]
  if (typeof value === 'number') return [value + 1, -value - 1, value * 1.000_000_1 + 1e-9, String(value), null]
  if (typeof value === 'string') {
    const flipped = [...value].map((letter, at) => {
      const other = letter === '1' ? '2' : letter === '2' ? '1' : letter === 'A' ? 'B' : 'A'
      return value.slice(0, at) + (letter === other ? 'x' : other) + value.slice(at + 1)
    })
    const cased = value.toUpperCase() === value ? value.toLowerCase() : value.toUpperCase()
    return [...flipped, `${value} `, value.slice(1), value + value, '', null, cased].filter((each) => each !== value)
  }
  if (Array.isArray(value)) {
    const items = value as readonly Json[]
    const inside = items.flatMap((item, at) => variants(item).map((other) => items.with(at, other)))
    const moved = items.length > 1 ? [items.toReversed(), items.slice(1)] : []
    return [...inside, ...moved, [...items, 'x'], []]
  }
  const members = Object.entries(value as Record<string, Json>)
  const inside = members.flatMap(([key, member]) =>
    variants(member).map((other) => ({ ...(value as object), [key]: other })),
  )
  const without = members.map(([key]) => Object.fromEntries(members.filter(([each]) => each !== key)))
  return [...inside, ...without, { ...(value as object), extra: 1 }] as Json[]
}

describe('an answer as it was sold', () => {
  test.each(NAMED)('is whole (%s), also for a buyer who pinned the key and knows the layouts', (_scheme, signer) => {
    const body = sold(signer)
    for (const known of [
      {},
      { publicKey: signer.publicKey },
      { publicKey: signer.publicKey, layouts: [PRICE_LAYOUT] },
    ]) {
      const { ok, checks } = verifyAnswer(body, known)
      expect(checks.filter((check) => !check.ok)).toEqual([])
      expect(ok).toBe(true)
    }
    const what = verifyAnswer(body, { layouts: [PRICE_LAYOUT] }).checks.map((check) => check.what)
    expect(what).toContain('price agrees with the canonical string')
    expect(what).toContain('timestamp agrees with the canonical string')
  })

  test.each(NAMED)('is whole (%s) after its members were put in another order', (_scheme, signer) => {
    expect(verifyAnswer(Object.fromEntries(Object.entries(sold(signer)).toReversed())).ok).toBe(true)
  })

  test.each(NAMED)(
    'is not whole (%s) when any one field was changed, dropped or added',
    (_scheme, signer) => {
      const body = sold(signer)
      const tampered = variants(body as Json) as Body[]
      expect(tampered.length).toBeGreaterThan(500)
      for (const each of tampered)
        if (verifyAnswer(each, { publicKey: signer.publicKey, layouts: [PRICE_LAYOUT] }).ok)
          throw new Error(`passed although tampered with: ${JSON.stringify(each)}`)
    },
    120_000,
  )

  test.each(NAMED)('is not whole (%s) without the help of a pinned key either', (_scheme, signer) => {
    const body = sold(signer)
    for (const key of Object.keys(body))
      for (const other of variants(body[key]!).slice(0, 40))
        if (verifyAnswer({ ...body, [key]: other }).ok) throw new Error(`${key} passed as ${JSON.stringify(other)}`)
  })
})

describe('a forger', () => {
  test.each(NAMED)('with a key of his own (%s) is found out by a pinned key', (scheme, signer) => {
    const secret = new Uint8Array(32).fill(77)
    const forged = sold(scheme === 'ed25519' ? ed25519Signer(secret) : ecdsaSigner(secret))
    expect(verifyAnswer(forged).ok).toBe(true)
    const found = verifyAnswer(forged, { publicKey: signer.publicKey })
    expect(found.checks.filter((check) => !check.ok).map((check) => check.what)).toEqual(['signed by the expected key'])
    // Naming the pinned key beside his own signature does not help him.
    expect(verifyAnswer({ ...forged, pubkey: signer.publicKey }, { publicKey: signer.publicKey }).ok).toBe(false)
  })

  test.each(NAMED)('cannot claim another scheme (%s)', (scheme, signer) => {
    for (const other of ['ed25519', 'secp256k1_ecdsa', 'secp256k1', 'none', '', null].filter((each) => each !== scheme))
      expect(verifyAnswer({ ...sold(signer), signingScheme: other }).ok).toBe(false)
  })

  test.each(NAMED)('cannot put the content of one answer under the canonical of another (%s)', (_scheme, signer) => {
    const old = sold(signer)
    const fresh = sold(signer, { ...CONTENT, price: '90000.00', timestamp: CONTENT.timestamp + 5 })
    const mixed = { ...old, canonical: fresh['canonical']!, signature: fresh['signature']! }
    const { ok, checks } = verifyAnswer(mixed, { layouts: [PRICE_LAYOUT] })
    expect(ok).toBe(false)
    expect(checks.filter((check) => !check.ok).map((check) => check.what)).toEqual([
      'price agrees with the canonical string',
      'timestamp agrees with the canonical string',
    ])
    // A string that the verifier cannot take apart proves nothing about the content beside it.
    const gas = layout('GAS', { chain: text })
    expect(verifyAnswer(mixed, { layouts: [gas] }).ok).toBe(false)
    expect(verifyAnswer(old, { layouts: [] }).ok).toBe(false)
  })

  test.each(NAMED)('cannot pass a content statement off as an answer (%s)', (_scheme, signer) => {
    const body = sold(signer)
    const swapped = {
      ...body,
      canonical: contentStatement(String(body['contentHash'])),
      signature: body['contentSignature']!,
    }
    expect(verifyAnswer(swapped, { layouts: [PRICE_LAYOUT] }).ok).toBe(false)
  })
})

describe('the second spellings', () => {
  test('are accepted where they say the same', () => {
    const body = sold(SIGNERS[0]!)
    const twice = { ...body, canonicalstring: body['canonical']!, signing_scheme: body['signingScheme']! }
    expect(verifyAnswer(twice, { layouts: [PRICE_LAYOUT] }).ok).toBe(true)
  })

  test('are refused where they differ: published clients read them', () => {
    const body = sold(SIGNERS[0]!)
    const other = String(sold(SIGNERS[0]!, CONTENT, 111_111)['canonical'])
    expect(verifyAnswer({ ...body, canonicalstring: other }).ok).toBe(false)
    expect(verifyAnswer({ ...body, canonicalstring: null }).ok).toBe(false)
    expect(verifyAnswer({ ...body, signing_scheme: 'secp256k1_ecdsa' }).ok).toBe(false)
  })
})

describe('a canonical string that carries the content hash', () => {
  const CARRYING = layout('DLC', { event: text, state: text, content: text })
  const made = (signer: Signer, content: Body): Body => {
    const hash = contentHash(content)
    const canonical = CARRYING.write(
      { event: 'ev-1', state: 'CREATED', content: `SHA256:${hash}` },
      { timestamp: 1_741_514_400, nonce: 482_910 },
    )
    return {
      ...content,
      canonical,
      signature: sign(signer, canonical),
      signingScheme: signer.scheme,
      pubkey: signer.publicKey,
      contentHash: hash,
    }
  }

  test.each(NAMED)('binds the body without a second signature (%s)', (_scheme, signer) => {
    const body = made(signer, { eventId: 'ev-1', announcement: { nonces: ['aa'] }, timestamp: 1_741_514_400 })
    expect(String(body['canonical'])).toContain(`|SHA256:${String(body['contentHash'])}|`)
    expect(verifyAnswer(body, { publicKey: signer.publicKey }).ok).toBe(true)
    expect(verifyAnswer(body, { layouts: [PRICE_LAYOUT] }).ok).toBe(true)
    for (const each of variants(body as Json) as Body[])
      if (verifyAnswer(each, { publicKey: signer.publicKey }).ok)
        throw new Error(`passed although tampered with: ${JSON.stringify(each)}`)
  })

  test('counts only between pipes and only with its own hash', () => {
    const signer = SIGNERS[0]!
    const content = { eventId: 'ev-1' }
    const hash = contentHash(content)
    for (const canonical of [
      `v1|DLC|ev-1|CREATED|xSHA256:${hash}|1741514400|482910`,
      `v1|DLC|ev-1|CREATED|SHA256:${hash}x|1741514400|482910`,
      `v1|DLC|ev-1|CREATED|${hash}|1741514400|482910`,
      `v1|DLC|ev-1|CREATED|SHA256:${contentHash({})}|1741514400|482910`,
    ]) {
      const body = {
        ...content,
        canonical,
        signature: sign(signer, canonical),
        signingScheme: signer.scheme,
        pubkey: signer.publicKey,
        contentHash: hash,
      }
      expect(verifyAnswer(body).ok).toBe(false)
    }
  })

  test('does not excuse a content signature that does not hold', () => {
    const signer = SIGNERS[1]!
    const body = made(signer, { eventId: 'ev-1', timestamp: 1_741_514_400 })
    const statement = sign(signer, contentStatement(String(body['contentHash'])))
    expect(verifyAnswer({ ...body, contentSignature: statement }).ok).toBe(true)
    expect(verifyAnswer({ ...body, contentSignature: String(body['signature']) }).ok).toBe(false)
  })
})

test('a body that nothing can be computed from is a plain no', () => {
  const recompute = (): never => {
    throw new RangeError('no such day')
  }
  const broken = layout('NOTE', { word: text }, { recompute })
  const canonical = broken.write({ word: 'x' }, { timestamp: 1_741_514_400, nonce: 482_910 })
  const { ok, checks } = verifyAnswer({ canonical }, { layouts: [broken] })
  expect(ok).toBe(false)
  expect(checks.at(-1)).toEqual({ what: 'values can be computed again', ok: false, detail: 'RangeError: no such day' })
})

test.each([
  [{}],
  [{ canonical: 1, signature: {}, pubkey: [], signingScheme: null }],
  [{ canonical: '|', signature: '' }],
])('what is no answer at all is a plain no: %j', (body) => {
  expect(verifyAnswer(body, { layouts: [PRICE_LAYOUT] }).ok).toBe(false)
})

test('what has no hash is a plain no: half a character, or a body too deep to write', () => {
  const deep = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)) as Json
  for (const note of ['\ud800', deep])
    expect(verifyAnswer({ note }).checks).toContainEqual({ what: 'content has a hash', ok: false })
})
