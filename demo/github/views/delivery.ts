/** Webhook deliveries as the REST API shows them. */
import type { Delivery } from '../hooks/deliver.ts';

export function deliveryItemView(it: Delivery) {
  return {
    id: it.id,
    guid: it.guid,
    delivered_at: it.deliveredAt,
    redelivery: it.redelivery,
    duration: it.duration,
    status: it.status,
    status_code: it.statusCode,
    event: it.event,
    action: it.action,
    installation_id: it.installationId,
    repository_id: it.repositoryId,
    throttled_at: null,
  };
}

export function deliveryView(it: Delivery) {
  return {
    ...deliveryItemView(it),
    url: '',
    request: { headers: it.requestHeaders, payload: JSON.parse(it.payload) as unknown },
    response: { headers: it.responseHeaders, payload: it.responsePayload },
  };
}
