import type { ReactNode } from 'react'
import { checkId } from '../../exists'

interface Props {
  children: ReactNode
  params: Promise<{ id: string }>
}

export default async function RunLayout({ children, params }: Props) {
  await checkId('run', (await params).id)
  return children
}
