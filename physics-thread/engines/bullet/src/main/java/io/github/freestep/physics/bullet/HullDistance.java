package io.github.freestep.physics.bullet;

import java.util.Arrays;

/**
 * Finds how far a point is from the convex hull of other points, in double precision, by the algorithm of Gilbert,
 * Johnson and Keerthi. For one thread; allocates nothing.
 */
final class HullDistance {
    /** A vertex must come nearer than this share of the distance, or the distance is found. */
    private static final double PRECISION = 1e-13;

    private static final int MOST_STEPS = 100;

    /** The vertices of the hull that span the nearest point, as seen from the point: up to four. */
    private final double[][] corners = new double[4][3];

    private int count;

    /**
     * For each set of corners, as bits: the weights of its corners in the point nearest to the origin on the line or
     * plane through them, but for a common factor.
     */
    private final double[][] weights = new double[16][4];

    private final double[] nearest = new double[3];
    private final double[] candidate = new double[3];

    /**
     * Replaces a point by the vector to it from the nearest point of the hull.
     *
     * @param point from the origin of the vertices; becomes (0, 0, 0) in the hull
     * @param vertices the vertices, three numbers each
     * @param scale by how much the vertices are scaled along each axis
     */
    void away(double[] point, float[] vertices, double[] scale) {
        count = 1;
        for (int i = 0; i < 3; i++) {
            nearest[i] = vertices[i] * scale[i] - point[i];
            corners[0][i] = nearest[i];
        }
        double squared = dot(nearest, nearest);
        for (int step = 0; step < MOST_STEPS && squared > 0; step++) {
            double[] corner = corners[count];
            support(point, vertices, scale, corner);
            if (squared - dot(nearest, corner) <= PRECISION * squared) {
                break;
            }
            count++;
            double nearer = reduce();
            if (!(nearer < squared)) {
                break;
            }
            squared = nearer;
            if (count == 4) {
                squared = 0; // Inside of four corners.
                nearest[0] = nearest[1] = nearest[2] = 0;
            }
        }
        for (int i = 0; i < 3; i++) {
            point[i] = -nearest[i];
        }
    }

    /** Sets a corner to the vertex that is farthest against {@link #nearest}. */
    private void support(double[] point, float[] vertices, double[] scale, double[] corner) {
        double x = nearest[0] * scale[0];
        double y = nearest[1] * scale[1];
        double z = nearest[2] * scale[2];
        int best = 0;
        double least = Double.POSITIVE_INFINITY;
        for (int i = 0; i < vertices.length; i += 3) {
            double along = x * vertices[i] + y * vertices[i + 1] + z * vertices[i + 2];
            if (along < least) {
                least = along;
                best = i;
            }
        }
        for (int i = 0; i < 3; i++) {
            corner[i] = vertices[best + i] * scale[i] - point[i];
        }
    }

    /**
     * Keeps the corners that span the point nearest to the origin, and sets {@link #nearest}. Tries every set of
     * corners, at most 15. Returns the square of the distance.
     */
    private double reduce() {
        double least = Double.POSITIVE_INFINITY;
        int kept = 0;
        for (int set = 1; set < 1 << count; set++) {
            if (project(set)) {
                double squared = dot(candidate, candidate);
                if (squared < least) {
                    least = squared;
                    kept = set;
                    System.arraycopy(candidate, 0, nearest, 0, 3);
                }
            }
        }
        int next = 0;
        for (int i = 0; i < count; i++) {
            if ((kept & 1 << i) != 0) {
                double[] free = corners[next];
                corners[next++] = corners[i];
                corners[i] = free;
            }
        }
        count = next;
        return least;
    }

    /**
     * Sets {@link #candidate} to the projection of the origin; returns false if it is not between the corners. Then the
     * smaller sets, of which this one's weights are made by Johnson's rule, were tried before.
     */
    private boolean project(int set) {
        Arrays.fill(candidate, 0);
        double sum = 0;
        boolean isBetween = true;
        for (int added = set; added != 0; added &= added - 1) {
            int corner = Integer.numberOfTrailingZeros(added);
            double weight = weigh(set & ~(1 << corner), corners[corner]);
            weights[set][corner] = weight;
            sum += weight;
            isBetween &= weight > 0;
            for (int i = 0; i < 3; i++) {
                candidate[i] += weight * corners[corner][i];
            }
        }
        for (int i = 0; i < 3; i++) {
            candidate[i] /= sum;
        }
        return isBetween;
    }

    /** Returns the weight of a corner that is added to a set. */
    private double weigh(int set, double[] added) {
        if (set == 0) {
            return 1;
        }
        double[] first = corners[Integer.numberOfTrailingZeros(set)];
        double weight = 0;
        for (int rest = set; rest != 0; rest &= rest - 1) {
            int corner = Integer.numberOfTrailingZeros(rest);
            double[] at = corners[corner];
            weight += weights[set][corner]
                    * (at[0] * (first[0] - added[0]) + at[1] * (first[1] - added[1]) + at[2] * (first[2] - added[2]));
        }
        return weight;
    }

    private static double dot(double[] a, double[] b) {
        return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    }
}
