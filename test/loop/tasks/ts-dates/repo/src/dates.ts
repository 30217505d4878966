export const show = (date: Date): string => date.toISOString();
