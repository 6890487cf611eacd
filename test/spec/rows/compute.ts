import { catalogue, sold, type Specified } from '../specified.ts'

export const COMPUTE: readonly Specified[] = [
  ...sold({
    usd: '0.05',
    paths: '/oracle/compute/all',
    fields: 'models[].gpu_model models[].all[].provider models[].all[].price_usd_per_gpu_hour',
    preview: 'cache_max_age_minutes',
    catalogue: '/oracle/compute/catalogue',
  }),
  ...sold({
    usd: '0.05',
    paths: '/oracle/compute/compare',
    fields: 'ranking[].gpu_model ranking[].provider ranking[].price_usd_per_gpu_hour',
    preview: 'cache_max_age_minutes',
    catalogue: '/oracle/compute/catalogue',
  }),
  ...sold({
    usd: '0.05',
    paths: '/oracle/compute/best/a100_sxm /oracle/compute/best/h100_sxm',
    fields: 'gpu_model best.provider best.price_usd_per_gpu_hour',
    preview: 'cache_max_age_minutes',
    catalogue: '/oracle/compute/catalogue',
  }),
  catalogue('/oracle/compute/catalogue'),
]
