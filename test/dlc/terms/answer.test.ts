import { expect, test } from 'bun:test'
import { readAnswer } from '../../../src/dlc/terms/answer.ts'

test.each([
  ['{"outcome":"yes"}', 'outcome', 'yes'],
  ['{"outcome":" yes\\n"}', 'outcome', 'yes'],
  ['{"outcome":12}', 'outcome', '12'],
  ['{"value":84231.50}', 'value', '84231.50'],
  ['{"value":"84231.50","source":"x"}', 'value', '84231.50'],
  ['{"price":1e3}', 'price', '1e3'],
  ['{"value":99999999999999999999999999999999}', 'value', '99999999999999999999999999999999'],
  ['{"value":0.1000000000000000055511151231257827}', 'value', '0.1000000000000000055511151231257827'],
  ['yes', 'bare', 'yes'],
  ['  84231.50\r\n', 'bare', '84231.50'],
  ['84231.50', 'bare', '84231.50'],
  ['true', 'bare', 'true'],
  ['"yes"', 'bare', 'yes'],
  ['"half', 'bare', '"half'],
  ['{broken', 'bare', '{broken'],
])('%s', (body, field, text) => {
  expect<unknown>(readAnswer(body)).toEqual({ field, text })
})

test.each([
  ['', 'empty'],
  [' \n', 'empty'],
  ['{}', 'got none'],
  ['[1]', 'got none'],
  ['{"result":"yes"}', 'got none'],
  ['{"outcome":"yes","value":1}', 'outcome and value'],
  ['{"value":1,"price":2}', 'value and price'],
  ['{"outcome":null}', 'neither text nor number'],
  ['{"outcome":true}', 'neither text nor number'],
  ['{"value":{"a":1}}', 'neither text nor number'],
  ['{"__proto__":{"outcome":"yes"}}', 'got none'],
])('unreadable: %s', (body, reason) => {
  const answer = readAnswer(body)
  expect(answer).toMatchObject({ kind: 'unreadable' })
  expect('kind' in answer && answer.kind === 'unreadable' && answer.reason).toContain(reason)
})
