import type { ReactNode } from 'react'
import { checkId } from '../../exists'

interface Props {
  children: ReactNode
  params: Promise<{ id: string }>
}

export default async function DeclarationLayout({ children, params }: Props) {
  await checkId('declaration', (await params).id)
  return children
}
