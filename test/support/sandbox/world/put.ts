import { expect } from 'bun:test'
import type { Query } from '../../../../src/sources/query.ts'
import type { Stage } from './still-world.ts'

/** Asks the world what a real reader asks its provider, and reads the reply with that reader. */
export const put = async <T>(on: Stage, query: Query<T>): Promise<T> => {
  const { provider, path, method = 'GET', body, maxBytes = provider.maxBytes } = query
  const host = new URL(provider.origin).host
  const request = new Request(`http://127.0.0.1:9000/${host}${path}`, {
    method,
    headers: { ...provider.headers },
    ...(body !== undefined && { body }),
  })
  const response = await on.world.handle(request)
  expect([`${host}${path}`, response?.status]).toEqual([`${host}${path}`, 200])
  const text = (await response?.text()) ?? ''
  expect(text.length).toBeLessThan(maxBytes)
  return query.read(text)
}
