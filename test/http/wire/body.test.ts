import { describe, expect, test } from 'bun:test'
import { readJsonBody } from '../../../src/http/wire/body.ts'

const read = (body: RequestInit['body'], type: string | null = 'application/json', most?: number) => {
  const headers = type === null ? undefined : { 'content-type': type }
  return readJsonBody(new Request('https://oracle.example', { method: 'POST', body, headers }), most)
}

/** What it was read as, or the code of the problem and its rule. */
const told = async (...asked: Parameters<typeof read>): Promise<unknown> => {
  const found = await read(...asked)
  return found.kind === 'body'
    ? found.value
    : [found.code, ...found.details.map((each) => ('rule' in each ? each.rule : each.reason))].join(' ')
}

const pieces = (sizes: readonly number[], end: 'end' | 'break'): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start: (to) => {
      for (const size of sizes) to.enqueue(new Uint8Array(size).fill(0x20))
      if (end === 'end') to.close()
      else to.error(new Error('cut off'))
    },
  })

describe('a body', () => {
  test.each(['application/json', 'Application/JSON', 'application/json; charset=utf-8', ' application/json ;x'])(
    'is JSON by its type: %s',
    async (type) => expect(await told('{"a":1}', type)).toEqual({ a: 1 }),
  )

  test.each(['text/plain', 'application/jsonp', 'application/json, text/plain', 'application/x-www-form-urlencoded'])(
    'is none by its type: %s',
    async (type) => expect(await told('{"a":1}', type)).toBe('unsupported_media_type'),
  )

  test('is UTF-8, whole, and something', async () => {
    expect(await told(new Uint8Array([0x22, 0xff, 0x22]))).toBe('invalid_request json')
    expect(await told('{')).toBe('invalid_request json')
    expect(await told('')).toBe('invalid_request missing')
    expect(await told(pieces([10], 'break'))).toBe('invalid_request complete')
  })

  test('is as long as its path takes, in one piece or in many', async () => {
    const text = (bytes: number): string => '1'.padEnd(bytes, ' ')
    expect([await told(text(2_048), undefined, 2_048), await told(text(2_049), undefined, 2_048)]).toEqual([
      1,
      'payload_too_large',
    ])
    expect([await told(text(65_536)), await told(text(65_537))]).toEqual([1, 'payload_too_large'])
    expect(await told(pieces([1_000, 1_000, 48], 'end'), undefined, 2_048)).toBe('invalid_request json')
    expect(await told(pieces([1_000, 1_000, 49], 'end'), undefined, 2_048)).toBe('payload_too_large')
    const refused = await read(text(2_049), undefined, 2_048)
    expect(refused).toMatchObject({ message: 'Bodies have at most 2048 bytes here.' })
  })
})
