import { Skeleton } from '@/components/skeleton'

export default function Loading() {
  return <Skeleton figures={5} lines={12} height={49} />
}
