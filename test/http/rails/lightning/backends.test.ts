import { afterAll, describe, expect, test } from 'bun:test'
import { LIGHTNING_KINDS, type LightningKind, lightningBackend } from '../../../../src/http/rails/lightning/backend.ts'
import { type LightningFailure, NODE_TIME_LIMIT_MS } from '../../../../src/http/rails/lightning/node.ts'
import { seededRandom } from '../../../support/still.ts'
import { html, madeInvoice, nodeStub, NOW } from '../../../support/http/rails/lightning/node-stub.ts'

/** What holds for every kind of node. What each says in its own words is in the file of its name. */

const SECRET = '0201036c6e64'
const ORDER = { sats: 10, memo: 'Claros oracle answer', expirySeconds: 300 }
const HASH = 'ab'.repeat(32)

const node = nodeStub()
afterAll(() => node.stop())

const backend = (kind: LightningKind, changes: { url?: string; timeLimitMs?: number } = {}) =>
  lightningBackend({ kind, url: node.url, secret: SECRET, random: seededRandom(), ...changes })

/** A success as this kind of node words it. */
const CREATED: Readonly<Record<LightningKind, (given: { bolt11?: unknown; paymentHash?: unknown }) => Response>> = {
  lnd: ({ bolt11, paymentHash }) => {
    const hash = typeof paymentHash === 'string' ? Buffer.from(paymentHash, 'hex').toString('base64') : paymentHash
    return Response.json({ r_hash: hash, payment_request: bolt11, add_index: '1', payment_addr: '' })
  },
  cln: ({ bolt11, paymentHash }) => Response.json({ bolt11, payment_hash: paymentHash }, { status: 201 }),
  phoenixd: ({ bolt11, paymentHash }) => Response.json({ amountSat: 10, paymentHash, serialized: bolt11 }),
  lnbits: ({ bolt11, paymentHash }) => Response.json({ bolt11, payment_hash: paymentHash }, { status: 201 }),
}

const verbs = (kind: LightningKind, changes: { url?: string; timeLimitMs?: number } = {}) => {
  const { createInvoice, invoiceState } = backend(kind, changes)
  return [() => createInvoice(ORDER), () => invoiceState(HASH)] as const
}

const failure = (reason: LightningFailure['reason'], detail: string | RegExp = /.*/) => ({
  kind: 'lightning_failure' as const,
  reason,
  detail: typeof detail === 'string' ? detail : expect.stringMatching(detail),
})

describe.each(LIGHTNING_KINDS)('%s', (kind) => {
  test('has its name and three seconds', () => {
    expect(backend(kind).name).toBe(kind)
    expect(NODE_TIME_LIMIT_MS).toBe(3_000)
  })

  test('an invoice comes with its hash and the time it expires', async () => {
    const made = madeInvoice(10)
    node.will(CREATED[kind](made))
    expect(await backend(kind).createInvoice(ORDER)).toEqual({
      kind: 'invoice',
      ...made,
      expiresAt: (NOW + 300) * 1000,
    })
  })

  test('the time is the one in the invoice, an hour when it names none', async () => {
    node.will(CREATED[kind](madeInvoice(10, { expirySeconds: null, at: NOW + 5 })))
    expect(await backend(kind).createInvoice(ORDER)).toMatchObject({ expiresAt: (NOW + 3_605) * 1000 })
  })

  test.each([1, 9, 11, 100, 10_000])('an invoice for %p sat instead of 10 is refused', async (sats) => {
    node.will(CREATED[kind](madeInvoice(sats)))
    expect(await backend(kind).createInvoice(ORDER)).toEqual(failure('unreadable', /^the invoice is for \d+ msat/))
  })

  test('an invoice that leaves the amount to the payer is refused', async () => {
    node.will(CREATED[kind](madeInvoice(0)))
    expect(await backend(kind).createInvoice(ORDER)).toEqual(failure('unreadable', /for 0 msat/))
  })

  test('an invoice over another hash than the answer names is refused', async () => {
    node.will(CREATED[kind]({ ...madeInvoice(10), paymentHash: HASH }))
    expect(await backend(kind).createInvoice(ORDER)).toEqual(failure('unreadable', /another payment hash/))
  })

  test('what is missing, short or of another type is unreadable', async () => {
    const made = madeInvoice(10)
    for (const wrong of [
      { bolt11: made.bolt11 },
      { paymentHash: made.paymentHash },
      { ...made, paymentHash: made.paymentHash.slice(2) },
      { ...made, paymentHash: 7 },
      { ...made, paymentHash: '' },
      { ...made, bolt11: null },
      { ...made, bolt11: '' },
      { ...made, bolt11: 'lnbc100n1' },
      { ...made, bolt11: made.bolt11.slice(0, 100) },
      { ...made, bolt11: `bitcoin:${made.bolt11}` },
    ]) {
      node.will(CREATED[kind](wrong))
      expect(await backend(kind).createInvoice(ORDER)).toEqual(failure('unreadable'))
    }
  })

  test('a success that is no JSON object of the documented shape is unreadable', async () => {
    for (const body of ['', 'null', '[]', '7', '"lnbc"', '{', '{}', '<html>']) {
      node.will(new Response(body, { status: 200 }))
      for (const verb of verbs(kind)) expect(await verb()).toEqual(failure('unreadable'))
    }
  })

  test('HTML is an answer of something else', async () => {
    node.will(html(200))
    for (const verb of verbs(kind)) expect(await verb()).toEqual(failure('unreadable'))
    node.will(html(500))
    for (const verb of verbs(kind)) expect(await verb()).toEqual(failure('refused', 'status 500'))
  })

  test.each([400, 401, 403, 405, 429, 500, 501, 520])('status %p is a refusal', async (status) => {
    node.will(Response.json({ code: 2, message: `no, not with ${SECRET}` }, { status }))
    for (const verb of verbs(kind)) expect(await verb()).toEqual(failure('refused', `status ${status}`))
  })

  test.each([502, 503, 504])('status %p says that the node behind a proxy is away', async (status) => {
    node.will(html(status))
    for (const verb of verbs(kind)) expect(await verb()).toEqual(failure('unreachable', `status ${status}`))
  })

  test('a redirect is not followed: it would show the credential elsewhere', async () => {
    const other = nodeStub()
    const elsewhere = other.will(CREATED[kind](madeInvoice(10)))
    node.will(new Response(null, { status: 307, headers: { location: other.url } }))
    for (const verb of verbs(kind)) expect(await verb()).toEqual(failure('refused', 'status 307'))
    expect(elsewhere).toEqual([])
    await other.stop()
  })

  test('a body beyond 64 KiB is not bought', async () => {
    const made = madeInvoice(10)
    const body = (await CREATED[kind](made).json()) as object
    node.will(Response.json({ ...body, padding: 'x'.repeat(65_536) }))
    for (const verb of verbs(kind)) expect(await verb()).toEqual(failure('unreadable', /more than 65536 bytes/))
  })

  test('a body without an end is left', async () => {
    const endless = () =>
      new Response(new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(16_384).fill(32)) }))
    node.will(endless)
    for (const verb of verbs(kind)) expect(await verb()).toEqual(failure('unreadable', /more than/))
  })

  test('a node that takes too long is given up, before its headers and in its body', async () => {
    const never = new Promise<never>(() => {})
    const silent = () => never
    const halting = () =>
      new Response(
        new ReadableStream({
          start: (controller) => controller.enqueue(new TextEncoder().encode('{')),
          pull: () => never,
        }),
      )
    for (const slow of [silent, halting]) {
      node.will(slow)
      for (const verb of verbs(kind, { timeLimitMs: 40 }))
        expect(await verb()).toEqual(failure('timeout', 'no answer in time'))
    }
  })

  test('a port where nobody listens, a name that nobody has, a connection that breaks', async () => {
    const gone = nodeStub()
    await gone.stop()
    for (const url of [gone.url, 'http://node.invalid:1'])
      for (const verb of verbs(kind, { url })) expect(await verb()).toEqual(failure('unreachable', /^[\w ]+$/))
    node.will(() => new Response(new ReadableStream({ pull: (controller) => controller.error() })))
    for (const verb of verbs(kind)) expect(await verb()).toEqual(failure('unreachable'))
  })

  test('what is no payment hash is unknown without asking', async () => {
    const seen = node.will(Response.json({}))
    for (const text of ['', 'ab', HASH.toUpperCase(), `${HASH}ab`, `../${HASH.slice(3)}`, `${HASH.slice(1)}/`])
      expect(await backend(kind).invoiceState(text)).toMatchObject({ kind: 'unknown' })
    expect(seen).toEqual([])
  })

  test('no failure tells the secret, the address or what was received', async () => {
    const told: unknown[] = []
    const tell = async (changes: { url?: string } = {}) => {
      for (const verb of verbs(kind, changes)) told.push(await verb())
    }
    for (const answer of [
      html(500),
      html(200),
      Response.json({ message: SECRET }, { status: 401 }),
      CREATED[kind]({ bolt11: `lnbc${SECRET}`, paymentHash: HASH }),
    ]) {
      node.will(answer)
      await tell()
    }
    await tell({ url: `http://${SECRET}.invalid` })
    expect(told).toHaveLength(10)
    expect(JSON.stringify(told)).not.toMatch(/0201036c6e64|macaroon abc|127\.0\.0\.1|lnbc|html/)
  })

  test('line breaks after the secret and slashes after the address do not matter', async () => {
    const seen = node.will(CREATED[kind](madeInvoice(10)))
    const untidy = lightningBackend({
      kind,
      url: `${node.url}/node//\n`,
      secret: `${SECRET}\n`,
      random: seededRandom(),
    })
    expect(await untidy.createInvoice(ORDER)).toMatchObject({ kind: 'invoice' })
    expect(seen[0]!.path).toStartWith('/node/')
    expect(seen[0]!.path).not.toContain('//')
  })
})
