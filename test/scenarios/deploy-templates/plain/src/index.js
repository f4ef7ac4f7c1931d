exports.handler = async ({ name }) => `${process.env.GREETING} ${name}`;
