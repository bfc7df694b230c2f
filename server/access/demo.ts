export const demoRules = {};
