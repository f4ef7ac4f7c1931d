module.exports = 'from a layer';
