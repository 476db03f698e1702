// What tells that which a stream would have told (interface 1, rules 1 and 2).
export const LOOKS = ['operationStatus', 'snapshot', 'orderHistory', 'dealHistory'] as const;
