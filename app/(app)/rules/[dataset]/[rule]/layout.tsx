import type { ReactNode } from 'react'
import { checkCode } from '../../../exists'

interface Props {
  children: ReactNode
  params: Promise<{ dataset: string; rule: string }>
}

export default async function RuleLayout({ children, params }: Props) {
  const { dataset, rule } = await params
  await checkCode('rule', dataset, rule)
  return children
}
