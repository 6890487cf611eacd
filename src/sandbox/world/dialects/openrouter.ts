import { type Dialect, failed, ok } from '../dialect.ts'
import { HOSTED, type HostedModel, hostedKey } from '../model-prices.ts'
import type { View } from '../view.ts'

/** OpenRouter: makers' models with the price of the cheapest host, and the hosts of one model. Text per token. */
const slugOf = ({ openrouter: name }: HostedModel): string => name.split('@')[0]!

const perToken = (perMillion: number): string => (perMillion / 1e6).toFixed(12)

const pricing = (view: View, model: HostedModel) => {
  const factor = view.repriced(hostedKey(model)) * view.lie
  return { prompt: perToken(model.input * factor), completion: perToken(model.output * factor) }
}

const model = (view: View, id: string, hosts: readonly HostedModel[]) => ({
  id,
  canonical_slug: id,
  name: id,
  created: 1_780_000_000,
  context_length: 200_000,
  pricing: pricing(view, hosts.toSorted((a, b) => a.input - b.input)[0]!),
})

const free = (id: string) => ({ id, name: id, context_length: 131_072, pricing: { prompt: '0', completion: '0' } })

export const openrouter: Dialect = {
  provider: 'openrouter',
  hosts: ['openrouter.ai'],
  serves: 'models, and the endpoints of one model',
  answer({ path }, view) {
    const bySlug = Map.groupBy(HOSTED, slugOf)
    if (path === '/api/v1/models')
      return ok({
        data: [
          ...[...bySlug].map(([id, hosts]) => model(view, id, hosts)),
          free('openai/gpt-oss-120b:free'),
          { ...free('openrouter/auto'), pricing: { prompt: '-1', completion: '-1' } },
        ],
      })
    const slug = /^\/api\/v1\/models\/(.+)\/endpoints$/.exec(path)?.[1] ?? ''
    const hosts = bySlug.get(slug)
    if (hosts === undefined) return failed(404, { error: { message: 'Not found', code: 404 } })
    const endpoints = hosts.map((hosted) => ({
      provider_name: hosted.host.charAt(0).toUpperCase() + hosted.host.slice(1),
      tag: hosted.host,
      context_length: 131_072,
      pricing: pricing(view, hosted),
      status: 0,
    }))
    return ok({ data: { id: slug, name: slug, endpoints } })
  },
}
