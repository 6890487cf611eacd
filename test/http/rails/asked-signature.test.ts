import { expect, test } from 'bun:test'
import { askedSignatureCheck } from '../../../src/http/rails/asked-settler.ts'
import { type AskResult, askOver, type SendJob } from '../../../src/queues/ask.ts'
import type { SignatureVerdict } from '../../../src/payments/signature-question.ts'

/** The question to the settling worker, without it: test/chain/wallets.test.ts has its answers. */

const question = { chainId: 8453, account: `0x${'aB'.repeat(20)}`, digest: `0x${'cd'.repeat(32)}`, signature: '0x01' }

const asking = (answer: AskResult) => {
  const asked: Parameters<SendJob>[] = []
  const inquiries = askOver('inquiries', async (...args) => {
    asked.push(args)
    return answer
  })
  return { asked, check: askedSignatureCheck({ inquiries }) }
}

test('travels whole, in the lane for what strangers cause', async () => {
  const { asked, check } = asking({ kind: 'done', result: 'valid' })
  expect(await check(question)).toBe('valid')
  const [job, share] = asked[0]!
  expect(job).toEqual({ actor: 'valid_signature', wish: { what: 'valid_signature', question } })
  expect(share).not.toContain(question.signature)
})

test('is shared by equal questions alone', async () => {
  const { asked, check } = asking({ kind: 'done', result: 'valid' })
  const others = [{ chainId: 1 }, { account: `0x${'11'.repeat(20)}` }, { digest: '0x02' }, { signature: '0x02' }]
  for (const change of [{}, {}, ...others]) await check({ ...question, ...change })
  const shares = asked.map(([, share]) => share)
  expect(shares[0]).toBe(shares[1]!)
  expect(new Set(shares).size).toBe(5)
})

test('whatever is no clear answer is none', async () => {
  const answers: readonly (readonly [AskResult, SignatureVerdict])[] = [
    [{ kind: 'done', result: 'invalid' }, 'invalid'],
    [{ kind: 'done', result: 'unknown' }, 'unknown'],
    [{ kind: 'done', result: true }, 'unknown'],
    [{ kind: 'done', result: null }, 'unknown'],
    [{ kind: 'failed', reason: 'valid' }, 'unknown'],
    [{ kind: 'timeout' }, 'unknown'],
  ]
  for (const [answer, expected] of answers) expect(await asking(answer).check(question)).toBe(expected)
})
