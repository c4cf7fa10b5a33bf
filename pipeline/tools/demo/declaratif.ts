import { declaratif } from '@/pipeline/domains/declaratif'
import { generateDeclaratif } from '@/pipeline/tools/generate/declaratif'
import type { DemoPlan } from './plan'

/** Every other day contracts, or the reference that lags behind them. */
export const declaratifDemo: DemoPlan = {
  domain: declaratif,
  everyDays: 2,
  generate: (extracts) => generateDeclaratif({ ...extracts, scale: 0.1, fullEvery: 10 }),
  people: {
    owner: 'Référentiel',
    mended: 'Registered in the reference',
    asked: 'Asked the registry when the holder will be known',
    givenUp: 'Contract was cancelled',
  },
}
