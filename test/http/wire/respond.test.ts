import { expect, test } from 'bun:test'
import { NO_STORE } from '../../../src/http/wire/headers.ts'
import { soldResponse, soldWithReceipt } from '../../../src/http/paywall/sold-response.ts'
import { type SoldAnswer, NO_HEADERS } from '../../../src/http/paywall/product.ts'

const sold = (more: Partial<SoldAnswer> = {}): SoldAnswer => ({
  kind: 'delivery',
  status: 200,
  body: '{}',
  ageSeconds: 3,
  headers: NO_HEADERS,
  ...more,
})

const all = (response: Response) => Object.fromEntries(response.headers)

test('each answer keeps its own receipt and age, whatever is sold next or set on another', () => {
  const first = soldWithReceipt(sold(), 'one')
  const second = soldWithReceipt(sold({ ageSeconds: -2 }), 'two')
  second.headers.set('claros-request', 'abc')
  const third = soldWithReceipt(sold({ ageSeconds: 7 }), 'three')
  expect(all(first)).toEqual({ ...NO_STORE, age: '3', 'payment-receipt': 'one' })
  expect(all(second)).toEqual({ ...NO_STORE, age: '0', 'payment-receipt': 'two', 'claros-request': 'abc' })
  expect(all(third)).toEqual({ ...NO_STORE, age: '7', 'payment-receipt': 'three' })
})

test('is the answer that is written out, with headers of its own too', () => {
  for (const delivery of [sold(), sold({ status: 201, headers: { location: '/dlc/oracle/events/1' } })]) {
    const [short, long] = [soldWithReceipt(delivery, 'id'), soldResponse(delivery, { 'Payment-Receipt': 'id' })]
    expect([short.status, all(short)]).toEqual([long.status, all(long)])
  }
})
