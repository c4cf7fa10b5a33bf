import { Skeleton } from '@/components/skeleton'

export default function Loading() {
  return <Skeleton figures={4} lines={8} height={49} />
}
