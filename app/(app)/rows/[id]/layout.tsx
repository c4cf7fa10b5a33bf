import type { ReactNode } from 'react'
import { checkId } from '../../exists'

interface Props {
  children: ReactNode
  params: Promise<{ id: string }>
}

export default async function RowLayout({ children, params }: Props) {
  await checkId('row', (await params).id)
  return children
}
