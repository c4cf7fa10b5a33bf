import type { ReactNode } from 'react'
import { checkCode } from '../../../exists'

interface Props {
  children: ReactNode
  params: Promise<{ dataset: string; flag: string }>
}

export default async function FlagLayout({ children, params }: Props) {
  const { dataset, flag } = await params
  await checkCode('flag', dataset, flag)
  return children
}
