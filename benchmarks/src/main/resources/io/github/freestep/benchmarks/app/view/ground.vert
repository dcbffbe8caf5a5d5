uniform mat4 view;
uniform vec3 centre;
uniform float extent;

out vec3 at;

void main() {
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
    at = centre + vec3(corner.x, 0.0, corner.y) * extent;
    gl_Position = view * vec4(at, 1.0);
}
