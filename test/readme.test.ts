import { afterAll, beforeAll, expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import { PaymentRequirementsV1Schema, PaymentRequirementsV2Schema } from '@x402/core/schemas'
import { join } from 'node:path'
import type { Json } from '../src/canonical/jcs.ts'
import { verifyAnswer } from '../src/canonical/verify.ts'
import { type Shop, SPOT, startShop } from './support/shop.ts'

/**
 * The 402 and the answer in the README were received from the demonstration. They are what the service says today, or
 * they have to be received again.
 */

const text = await Bun.file(join(import.meta.dir, '..', 'README.md')).text()

const block = (kind: string, beginning: string): string => {
  const from = text.indexOf(`\`\`\`${kind}\n${beginning}`)
  if (from < 0) throw new Error(`the README has no ${kind} that begins with ${beginning}`)
  return text.slice(from + kind.length + 4, text.indexOf('\n```', from + 3))
}

type Body = Readonly<Record<string, Json>>

const [head, body] = block('http', 'HTTP/1.1 402').split('\n\n') as [string, string]
const offer = JSON.parse(body) as Body & { readonly accepts: readonly Json[] }
const headers = new Headers(
  head
    .split('\n')
    .slice(1)
    .map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)] as [string, string]),
)
const answer = JSON.parse(block('json', '{\n  "domain"')) as Body

let shop: Shop
beforeAll(async () => {
  shop = await startShop()
  await shop.publish('btc/usd')
  shop.clock.move(1_000)
})
afterAll(() => shop.stop())

/** Names of members at every level. */
const shape = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.slice(0, 1).map(shape)
  if (typeof value !== 'object' || value === null) return typeof value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shape(each)]))
}

test('the 402 has the headers and the body of ours, at our price', async () => {
  const now = await shop.request(SPOT)
  const current = (await now.json()) as Body
  expect(now.status).toBe(402)
  // Added by the socket.
  const added = ['content-length', 'date']
  expect([...headers.keys()].filter((name) => !added.includes(name)).toSorted()).toEqual(
    [...now.headers.keys()].toSorted(),
  )
  expect(shape(offer)).toEqual(shape(current))
  const { payTo: _ours, resource: _here, ...terms } = PaymentRequirementsV1Schema.parse(offer.accepts[0])
  const { payTo: _theirs, resource: _there, ...today } = (current['accepts'] as readonly Body[])[0]!
  expect(terms).toEqual(today as typeof terms)
})

test('its header states the same offer in version 2', () => {
  const second = JSON.parse(Buffer.from(headers.get('payment-required')!, 'base64').toString()) as {
    readonly accepts: readonly unknown[]
  }
  const { amount } = PaymentRequirementsV2Schema.parse(second.accepts[0])
  expect(amount).toBe(PaymentRequirementsV1Schema.parse(offer.accepts[0]).maxAmountRequired)
  expect(headers.get('www-authenticate')).toContain(String((offer['l402'] as Body)['invoice']))
})

test('the answer is whole, signed, and in the form of ours', () => {
  expect(verifyAnswer(answer)).toMatchObject({ ok: true })
  expect(verifyAnswer({ ...answer, price: '1.00' }).ok).toBe(false)
  const { answer: schema, example } = shop.endpoints.find(({ path }) => path === SPOT)!
  expect([...Value.Errors(schema, answer)].map(({ path, message }) => `${path} ${message}`)).toEqual([])
  expect(Object.keys(answer).toSorted()).toEqual(Object.keys(example as Body).toSorted())
})
