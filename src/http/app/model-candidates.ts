import { TOKEN_PRICE_BOARDS, type TokenPriceState } from '../../feeds/boards/token-price-boards.ts'
import { candidateModels } from '../../feeds/inference/candidate-models.ts'
import type { Family } from '../../metrics/text.ts'
import type { Store } from '../../store/store.ts'

/** Of many new models the newest are named: each label is a series that whoever scrapes keeps. */
const MOST_NAMED = 20

/** Models that two lists of token prices have and our settings file has not, as metrics. */
export const candidateFamilies = async ({ boards }: Pick<Store, 'boards'>, now: number): Promise<readonly Family[]> => {
  const states = await boards.read(Object.values(TOKEN_PRICE_BOARDS).map(({ id }) => id))
  const lists = states.map((stored) => (stored?.state as TokenPriceState | undefined)?.others ?? {})
  const found = candidateModels(lists, now)
  return [
    {
      name: 'claros_model_candidates',
      help: 'Models that came onto a second list of token prices within 30 days and are not priced here',
      type: 'gauge',
      samples: [{ labels: {}, value: found.length }],
    },
    {
      name: 'claros_model_candidate',
      help: `The newest ${MOST_NAMED} of those models by name`,
      type: 'gauge',
      samples: found.slice(0, MOST_NAMED).map((model) => ({ labels: { model }, value: 1 })),
    },
  ]
}
