import { expect, test } from 'bun:test'
import { keeping } from '../../src/demo/books.ts'

test('the tour keeps the receipts of what it has bought, and not of what was refused', async () => {
  const receipts: string[] = []
  const answers = [
    new Response('', { status: 400, headers: { 'payment-receipt': 'refused' } }),
    new Response('', { status: 503, headers: { 'payment-receipt': 'later' } }),
    new Response('', { status: 200, headers: { 'payment-receipt': 'bought' } }),
    new Response('', { status: 200 }),
  ]
  const pay = keeping(async () => answers.shift()!, receipts)
  for (const status of [400, 503, 200, 200]) expect((await pay('http://x')).status).toBe(status)
  expect(receipts).toEqual(['bought'])
})
