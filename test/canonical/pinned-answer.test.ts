import { expect, test } from 'bun:test'
import { verifyPinned } from '../../src/canonical/pinned-answer.ts'

test('without documents only an answer that is whole itself is left open', () => {
  const { ok, unread, checks } = verifyPinned({ canonical: 'v1|PRICE|x' }, [], ['ab'.repeat(32)], 'unread')
  expect([ok, unread]).toEqual([false, undefined])
  expect(checks.at(-1)).toEqual({ what: 'key documents that lead to its key can be read', ok: false })
})
