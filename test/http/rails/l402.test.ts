import { RAILS } from '../../../src/canonical/snapshot.ts'
import { describe, expect, test } from 'bun:test'
import { createHash, createHmac } from 'node:crypto'
import { checkToken, type L402Secrets, mintToken } from '../../../src/http/rails/l402-token.ts'
import {
  authenticateHeader,
  type Invoices,
  l402Challenge,
  readAuthorization,
  TOKEN_GRACE_SECONDS,
} from '../../../src/http/rails/l402.ts'
import { narrowed } from '../../support/macaroon.ts'
import { lightningFailure } from '../../../src/http/rails/lightning/node.ts'
import { mint, readMacaroon } from '../../../src/http/rails/macaroon.ts'
import { seededRandom } from '../../support/still.ts'
import { quickest } from '../../support/quickest.ts'

const random = seededRandom(402)
const SECRETS: L402Secrets = { current: random.bytes(32), previous: [] }
const NOW = 1_795_000_000_000
const REQUEST = createHash('sha256').update('GET\n/oracle/price/btc/usd\n\n\n').digest('hex')
const PREIMAGE = Buffer.from(random.bytes(32)).toString('hex')
const PAYMENT_HASH = createHash('sha256').update(Buffer.from(PREIMAGE, 'hex')).digest('hex')
const VALID_UNTIL = NOW / 1000 + 3_900

const token = (changes: Partial<Parameters<typeof mintToken>[1]> = {}, secrets = SECRETS): string =>
  mintToken(secrets, {
    paymentHash: PAYMENT_HASH,
    tokenId: random.bytes(32),
    request: REQUEST,
    sats: 10,
    validUntil: VALID_UNTIL,
    askedAt: null,
    ...changes,
  })

const check = (macaroon: string, preimage = PREIMAGE, now = NOW, secrets = SECRETS, request = REQUEST) => {
  const found = checkToken(secrets, { macaroon, preimage }, request, now)
  return found.kind === 'paid' ? 'paid' : found.reason
}

/** A macaroon of ours with any caveats, as another release of ours might have made it. */
const withCaveats = (caveats: readonly string[], secret = SECRETS.current): string => {
  const identifier = Buffer.concat([Uint8Array.of(0, 0), Buffer.from(PAYMENT_HASH, 'hex'), random.bytes(32)])
  const rootKey = createHmac('sha256', secret).update(identifier).digest()
  return Buffer.from(mint(rootKey, 'claros', identifier, caveats)).toString('base64')
}

describe('tokens', () => {
  test('carry version, payment hash and id in 66 bytes, and three caveats', () => {
    const tokenId = random.bytes(32)
    const read = readMacaroon(Buffer.from(token({ tokenId }), 'base64'))!
    expect(Buffer.from(read.identifier).toString('hex')).toBe(
      `0000${PAYMENT_HASH}${Buffer.from(tokenId).toString('hex')}`,
    )
    expect(read.caveats).toEqual([
      'services=oracle:0',
      `oracle_capabilities=${REQUEST}`,
      `oracle_valid_until=${VALID_UNTIL}`,
      'sats=10',
    ])
  })

  test('pay with their preimage, in any case, until their last second', () => {
    expect(checkToken(SECRETS, { macaroon: token(), preimage: PREIMAGE }, REQUEST, NOW)).toEqual({
      kind: 'paid',
      paymentHash: PAYMENT_HASH,
      validUntil: VALID_UNTIL,
      askedAt: null,
      sats: 10,
      guards: {},
    })
    expect(check(token(), PREIMAGE.toUpperCase())).toBe('paid')
    expect(check(token(), PREIMAGE, VALID_UNTIL * 1000)).toBe('paid')
    expect(check(token(), PREIMAGE, VALID_UNTIL * 1000 + 1)).toBe('l402_expired_token')
  })

  test('are read as hex and as base64url too', () => {
    const bytes = Buffer.from(token(), 'base64')
    for (const form of ['hex', 'base64url'] as const) expect(check(bytes.toString(form))).toBe('paid')
    expect(check(bytes.toString('hex').toUpperCase())).toBe('paid')
  })

  test('of another request do not pay for this one', () => {
    expect(check(token({ request: 'f'.repeat(64) }))).toBe('l402_other_request')
    expect(check(token(), PREIMAGE, NOW, SECRETS, 'f'.repeat(64))).toBe('l402_other_request')
  })

  test('want the preimage of their invoice', () => {
    expect(check(token(), '0'.repeat(64))).toBe('l402_wrong_preimage')
    expect(check(token(), PAYMENT_HASH)).toBe('l402_wrong_preimage')
    expect(check(token({ paymentHash: '0'.repeat(64) }))).toBe('l402_wrong_preimage')
    for (const preimage of ['', '0'.repeat(63), '0'.repeat(66), `${'0'.repeat(63)}g`])
      expect(check(token(), preimage)).toBe('l402_malformed_token')
  })

  test('made with another secret, or changed, are forged', () => {
    expect(check(token({}, { current: random.bytes(32), previous: [] }))).toBe('l402_forged_token')
    const bytes = Buffer.from(token(), 'base64')
    bytes[bytes.length - 1]! ^= 1
    expect(check(bytes.toString('base64'))).toBe('l402_forged_token')
    // A known preimage in a macaroon of the attacker's own.
    expect(
      check(withCaveats([`oracle_capabilities=${REQUEST}`, 'oracle_valid_until=9999999999'], random.bytes(32))),
    ).toBe('l402_forged_token')
  })

  test('with a caveat taken off are forged', () => {
    const bytes = Buffer.from(token(), 'base64')
    const last = Buffer.from(`oracle_valid_until=${VALID_UNTIL}`)
    const at = bytes.indexOf(last)
    const stripped = Buffer.concat([bytes.subarray(0, at - 2), bytes.subarray(at + last.length + 1)])
    expect(readMacaroon(stripped)?.caveats).toHaveLength(3)
    expect(check(stripped.toString('base64'))).toBe('l402_forged_token')
  })

  test('made with the previous secret are honoured while it is kept', () => {
    const old = token()
    const rotated = { current: random.bytes(32), previous: [random.bytes(32), SECRETS.current] }
    expect(check(old, PREIMAGE, NOW, rotated)).toBe('paid')
    expect(check(token({}, rotated), PREIMAGE, NOW, rotated)).toBe('paid')
    expect(check(old, PREIMAGE, NOW, { current: rotated.current, previous: [] })).toBe('l402_forged_token')
  })

  test('without a binding to a request or a time are not ours', () => {
    for (const caveats of [
      [],
      ['services=oracle:0'],
      [`oracle_capabilities=${REQUEST}`],
      [`oracle_valid_until=${VALID_UNTIL}`],
      [`oracle_capabilities=${REQUEST}`, 'oracle_valid_until=soon'],
      [`oracle_capabilities=${REQUEST}`, 'oracle_valid_until=-1'],
      [`oracle_capabilities=${REQUEST}`, 'oracle_valid_until='],
      [`oracle_capabilities=${REQUEST}`, `oracle_valid_until=${'9'.repeat(13)}`],
    ])
      expect([caveats, check(withCaveats(caveats))]).toEqual([caveats, 'l402_malformed_token'])
  })

  test('that are no macaroons at all', () => {
    for (const macaroon of [
      '',
      'AA',
      '02',
      '02zz',
      '!!',
      'a:b',
      'A'.repeat(9_000),
      Buffer.from('{}').toString('base64'),
    ])
      expect([macaroon.slice(0, 9), check(macaroon)]).toEqual([macaroon.slice(0, 9), 'l402_malformed_token'])
    const foreign = Buffer.from(mint(random.bytes(32), 'x', random.bytes(65), [])).toString('base64')
    expect(check(foreign)).toBe('l402_malformed_token')
    const versionOne = Buffer.from(
      mint(random.bytes(32), 'x', Buffer.concat([Uint8Array.of(0, 1), random.bytes(64)]), []),
    )
    expect(check(versionOne.toString('base64'))).toBe('l402_malformed_token')
  })
})

describe('what a holder may add', () => {
  test('a foreign condition is skipped, one of ours that is unknown is refused', () => {
    expect(check(narrowed(token(), 'user=alice', 'time-before 2030', 'ip = 1.2.3.4'))).toBe('paid')
    expect(check(narrowed(token(), 'oracle_max_price=1'))).toBe('l402_unknown_caveat')
    expect(check(narrowed(token(), 'oracle_'))).toBe('l402_unknown_caveat')
  })

  test('a narrower time is honoured, a wider one changes nothing', () => {
    const early = `oracle_valid_until=${NOW / 1000 + 10}`
    const found = checkToken(SECRETS, { macaroon: narrowed(token(), early), preimage: PREIMAGE }, REQUEST, NOW)
    expect(found).toMatchObject({ kind: 'paid', validUntil: NOW / 1000 + 10 })
    expect(check(narrowed(token(), early), PREIMAGE, NOW + 10_001)).toBe('l402_expired_token')
    const wide = narrowed(token(), `oracle_valid_until=${VALID_UNTIL + 9_999}`)
    expect(check(wide, PREIMAGE, VALID_UNTIL * 1000 + 1)).toBe('l402_expired_token')
  })

  test('a guard is taken as written, of several the strictest, and one of another form makes the token unreadable', () => {
    const guardsOf = (macaroon: string) => {
      const found = checkToken(SECRETS, { macaroon, preimage: PREIMAGE }, REQUEST, NOW)
      return found.kind === 'paid' ? found.guards : found.reason
    }
    const guarded = token({ guards: { min_confidence: 0.9, max_age: 60 } })
    expect(guardsOf(guarded)).toEqual({ min_confidence: 0.9, max_age: 60 })
    expect(guardsOf(narrowed(guarded, 'oracle_max_age=90', 'oracle_min_confidence=0'))).toEqual({
      min_confidence: 0.9,
      max_age: 60,
    })
    expect(guardsOf(narrowed(guarded, 'oracle_max_age=30', 'oracle_min_confidence=0.95'))).toEqual({
      min_confidence: 0.95,
      max_age: 30,
    })
    for (const caveat of ['oracle_max_age=0', 'oracle_max_age', 'oracle_min_confidence=1.5'])
      expect(guardsOf(narrowed(guarded, caveat))).toBe('l402_malformed_token')
  })

  test('another request or another service leaves nothing that it pays for', () => {
    expect(check(narrowed(token(), `oracle_capabilities=${'f'.repeat(64)}`))).toBe('l402_other_request')
    expect(check(narrowed(token(), `oracle_capabilities=${REQUEST}`))).toBe('paid')
    expect(check(narrowed(token(), 'services=other:0'))).toBe('l402_other_request')
    expect(check(narrowed(token(), 'services=other:0,oracle:0'))).toBe('paid')
  })

  test('the preimage itself, as Go clients do, and no other', () => {
    expect(check(narrowed(token(), `preimage=${PREIMAGE}`))).toBe('paid')
    expect(check(narrowed(token(), `preimage=${PREIMAGE.toUpperCase()}`))).toBe('paid')
    expect(check(narrowed(token(), `preimage=${'0'.repeat(64)}`))).toBe('l402_wrong_preimage')
    expect(check(narrowed(token(), 'preimage='))).toBe('l402_wrong_preimage')
  })
})

describe('Authorization', () => {
  const macaroon = token()
  const shown = { macaroon, preimage: PREIMAGE }

  test('L402, LSAT, any case, any blanks', () => {
    for (const scheme of ['L402', 'LSAT', 'l402', 'Lsat'])
      expect(readAuthorization(`${scheme} ${macaroon}:${PREIMAGE}`)).toEqual(shown)
    expect(readAuthorization(`L402   ${macaroon}:${PREIMAGE.toUpperCase()}`)).toEqual(shown)
  })

  test('sent twice, as aperture does: the first counts', () => {
    expect(readAuthorization(`LSAT ${macaroon}:${PREIMAGE}, L402 ${macaroon}:${PREIMAGE}`)).toEqual(shown)
    expect(readAuthorization(`L402 ${macaroon}:${PREIMAGE},LSAT AAAA:${'0'.repeat(64)}`)).toEqual(shown)
    const both = new Headers([
      ['authorization', `LSAT ${macaroon}:${PREIMAGE}`],
      ['authorization', `L402 ${macaroon}:${PREIMAGE}`],
    ])
    // A runtime may join, or keep one: both read.
    expect(readAuthorization(both.get('authorization')!)).toEqual(shown)
  })

  test('of another scheme is not ours; of ours and broken is malformed', () => {
    for (const header of ['', 'Bearer x', 'Basic bDQwMg==', 'L4020 a:b', 'xL402 a:b', 'Payment L402'])
      expect([header, readAuthorization(header)]).toEqual([header, null])
    for (const header of [
      'L402',
      'L402 ',
      `L402 ${macaroon}`,
      `L402 ${macaroon}:`,
      `L402 ${macaroon}:${PREIMAGE}0`,
      `L402 ${macaroon}:${PREIMAGE.slice(1)}`,
      `L402 :${PREIMAGE}`,
      `L402 a b:${PREIMAGE}`,
      `L402 ${macaroon}:${PREIMAGE} trailing`,
      `L402 ${macaroon}:${PREIMAGE}, Bearer x`,
      `L402 ${'a'.repeat(8_200)}:${PREIMAGE}`,
    ])
      expect([header.slice(-20), readAuthorization(header)]).toEqual([header.slice(-20), 'malformed'])
  })

  test.each([
    [' ', 500],
    ['a:', 250],
    [', L402 ', 70],
  ])('reading hostile text takes longer as that grows, and not by its square: %j', async (unit, times) => {
    const reading = (more: number) => quickest(() => readAuthorization(`L402 ${unit.repeat(times * more)}`), 300)
    expect(await reading(16)).toBeLessThan((await reading(1)) * 16 * 5)
  })
})

describe('WWW-Authenticate', () => {
  /** The last moment at which a token of these invoices is honoured. */
  const LAST = NOW + 300_000 + TOKEN_GRACE_SECONDS * 1000
  const taken: number[] = []
  const invoices: Invoices = {
    take: async (sats) => {
      taken.push(sats)
      return { kind: 'invoice', bolt11: 'lnbc100n1pexample', paymentHash: PAYMENT_HASH, expiresAt: NOW + 300_000 }
    },
  }
  const offer = {
    method: 'GET' as const,
    example: {},
    price: { sats: 10, microUsd: 10_000 },
    url: 'https://oracle.example/x',
    description: 'x',
    request: REQUEST,
    rails: RAILS,
    askedAt: null,
  }

  test('has the one form that every client reads', async () => {
    const made = await l402Challenge({ invoices, secrets: SECRETS, random }, offer)
    if (made.kind !== 'challenge') throw new Error(made.kind)
    const header = authenticateHeader(made)
    expect(header).toBe(
      `L402 macaroon="${made.macaroon}", invoice="lnbc100n1pexample", version="0", token="${made.macaroon}"`,
    )
    // aperture's and lnget's clients: the macaroon straight after the scheme, then the invoice.
    expect(/(LSAT|L402) macaroon="(.*?)", invoice="(.*?)"/.exec(header)?.slice(1)).toEqual([
      'L402',
      made.macaroon,
      'lnbc100n1pexample',
    ])
    // Alby's: any order, either key.
    for (const key of ['token', 'macaroon', 'invoice', 'version'])
      expect(new RegExp(`${key}="([^"]+)"`).exec(header)).not.toBeNull()
    expect(made.macaroon).toMatch(/^[A-Za-z0-9+/]+={0,2}$/)
    expect(check(made.macaroon)).toBe('paid')
    expect(check(made.macaroon, PREIMAGE, LAST)).toBe('paid')
    expect(check(made.macaroon, PREIMAGE, LAST + 1)).toBe('l402_expired_token')
  })

  test('takes an invoice over the price, and honours its token an hour longer', () => {
    expect(taken).toEqual([10])
    expect(LAST - NOW).toBe(3_900_000)
  })

  test('two challenges never share a token; a node that gave no invoice makes none', async () => {
    const rail = { invoices, secrets: SECRETS, random }
    const made = await Promise.all([l402Challenge(rail, offer), l402Challenge(rail, offer)])
    expect(made[0]).not.toEqual(made[1])
    const failure = lightningFailure('timeout', '3000 ms')
    const away = { ...rail, invoices: { take: async () => failure } }
    expect(await l402Challenge(away, offer)).toEqual(failure)
  })
})

describe('one token after the other', () => {
  test('what was read before is of no use to what is read next', () => {
    const ours = token()
    const narrow = narrowed(ours, `note=${'x'.repeat(100)}`)
    const forged = Buffer.from(ours, 'base64')
    forged[forged.length - 1]! ^= 1
    const other = Buffer.from(random.bytes(32)).toString('hex')
    const shown: readonly (readonly [string, string, string])[] = [
      [ours, PREIMAGE, 'paid'],
      [narrow, PREIMAGE, 'paid'],
      [forged.toString('base64'), PREIMAGE, 'l402_forged_token'],
      [ours.slice(0, -24), PREIMAGE, 'l402_malformed_token'],
      ['AgI', PREIMAGE, 'l402_malformed_token'],
      [token({}, { current: random.bytes(32), previous: [] }), PREIMAGE, 'l402_forged_token'],
      [ours, other, 'l402_wrong_preimage'],
      [token({ validUntil: NOW / 1000 - 1 }), PREIMAGE, 'l402_expired_token'],
      [token({ request: other }), PREIMAGE, 'l402_other_request'],
      [Buffer.from(ours, 'base64').toString('hex'), PREIMAGE, 'paid'],
    ]
    for (let turn = 0; turn < 500; turn++) {
      const [macaroon, preimage, outcome] = shown[random.bytes(1)[0]! % shown.length]!
      expect([macaroon, check(macaroon, preimage)]).toEqual([macaroon, outcome])
    }
  })

  test('what a check returns stays what it was', () => {
    const paymentHashes = Array.from({ length: 3 }, (_, at) => {
      const preimage = Buffer.alloc(32, at).toString('hex')
      const paymentHash = createHash('sha256').update(Buffer.alloc(32, at)).digest('hex')
      return { paymentHash, found: checkToken(SECRETS, { macaroon: token({ paymentHash }), preimage }, REQUEST, NOW) }
    })
    for (const { paymentHash, found } of paymentHashes) expect(found).toMatchObject({ kind: 'paid', paymentHash })
  })
})
