export const upper = (text) => text;

export const words = (text) => text.split(' ');
