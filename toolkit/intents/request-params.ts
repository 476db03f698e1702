// An intent's words as parameters of a request: what a client sends for it in whichever spelling (interface 4.1; 4.2).
import type { RequestParams } from '../profile/index.js';
import type { OpenInput, PlaceInput } from './operations.js';

export function requestParamsOf(
  input: Omit<PlaceInput, 'intent'> | Omit<OpenInput, 'intent'>,
): Omit<RequestParams, 'accountId'> {
  return {
    ...('type' in input ? { type: input.type } : {}),
    ...given('side', input.side),
    ...given('instrument', input.instrument),
    ...given('volume', input.volume),
    ...('price' in input ? given('price', input.price) : {}),
    ...given('stopLossPrice', input.stop_loss_price),
    ...given('takeProfitPrice', input.take_profit_price),
    ...('position_id' in input ? given('positionId', input.position_id) : {}),
  };
}

function given<Name extends string, Value>(name: Name, value: Value | undefined): { readonly [N in Name]?: Value } {
  return (value === undefined ? {} : { [name]: value }) as { readonly [N in Name]?: Value }; // its one member or none
}
