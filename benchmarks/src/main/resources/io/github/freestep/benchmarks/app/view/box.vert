layout(location = 0) in vec3 position;
layout(location = 1) in vec4 turn;
layout(location = 2) in float alive;

uniform mat4 view;
uniform float size;
uniform int settled;

out vec3 at;
out vec3 normal;
out vec3 local;
flat out vec3 colour;

vec3 turned(vec3 v) {
    return v + 2.0 * cross(turn.xyz, cross(turn.xyz, v) + turn.w * v);
}

// Successive bodies differ much in hue, and bodies of similar hue differ in lightness.
vec3 paint(int body) {
    float hue = fract(float(body) * 0.61803399) * 6.2831853;
    vec3 wheel = 0.5 + 0.5 * cos(hue + vec3(0.0, 2.0943951, 4.1887902));
    float light = 0.80 + 0.20 * fract(float(body) * 0.7548777);
    return mix(vec3(0.55), wheel, 0.62) * light;
}

void main() {
    // A cube has six sides of two triangles.
    int order = int[6](0, 1, 2, 2, 1, 3)[gl_VertexID % 6];
    int axis = gl_VertexID / 6 % 3;
    float side = gl_VertexID < 18 ? 0.5 : -0.5;
    vec3 corner;
    corner[axis] = side;
    corner[(axis + 1) % 3] = float(order & 1) - 0.5;
    // Mirrored on the opposite side, so that all triangles face outwards.
    corner[(axis + 2) % 3] = (float(order >> 1) - 0.5) * 2.0 * side;
    vec3 facing = vec3(0.0);
    facing[axis] = 2.0 * side;

    local = corner * 2.0;
    at = position + turned(corner * size);
    normal = turned(facing);
    vec3 steel = vec3(0.42, 0.46, 0.50) * (0.9 + 0.2 * fract(float(gl_InstanceID / 4) * 0.61803399));
    colour = gl_InstanceID < settled ? paint(gl_InstanceID) : steel;
    // The values of a body that is not alive are arbitrary. It is moved out of the picture.
    gl_Position = alive > 0.5 ? view * vec4(at, 1.0) : vec4(2.0, 2.0, 2.0, 1.0);
}
