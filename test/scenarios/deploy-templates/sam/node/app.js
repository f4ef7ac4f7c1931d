const greeting = require('greeting');
const word = require('word');

exports.handler = async ({ name }) => `${greeting(name)} ${word} ${process.env.STAGE}`;
