/**
 * How many bytes states take on their way to a client: the scene of Glenn Fiedler's "Snapshot Compression"
 * (gafferongames.com) and others, by the product's own sender and receiver on a virtual clock, beside all floats and
 * the coding of that article.
 */
package io.github.freestep.benchmarks.app.compare.sent;
