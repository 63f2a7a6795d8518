/* oxlint-disable */
// Made by test/config/map-shape.mjs from grammar/map.schema.json. Do not edit.
'use strict';
export const isMapShape = validate20;
const schema31 = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'urn:wfmap:map',
  type: 'object',
  required: ['description', 'startTaskDefinition', 'taskDefinitions'],
  additionalProperties: false,
  properties: {
    $schema: { type: 'string' },
    description: { type: 'string', minLength: 1 },
    startTaskDefinition: { type: 'string', minLength: 1 },
    workslipFields: { type: 'object', additionalProperties: { $ref: '#/$defs/field' } },
    taskDefinitions: { type: 'object', minProperties: 1, additionalProperties: { $ref: '#/$defs/task' } },
    limits: {
      type: 'object',
      additionalProperties: false,
      properties: {
        steps: { type: 'integer', minimum: 1 },
        costUsd: { type: 'number', exclusiveMinimum: 0 },
      },
    },
  },
  $defs: {
    field: {
      type: 'object',
      required: ['type', 'description', 'required'],
      additionalProperties: false,
      properties: {
        type: { type: 'string', enum: ['string', 'number', 'boolean'] },
        description: { type: 'string' },
        required: { type: 'boolean' },
      },
    },
    task: {
      type: 'object',
      required: ['type'],
      additionalProperties: false,
      properties: {
        type: { type: 'string', enum: ['claude', 'end'] },
        description: { type: 'string' },
        promptTemplatePath: { type: 'string', minLength: 1 },
        promptTemplate: { type: 'string', minLength: 1 },
        prompt: { type: 'string', minLength: 1 },
        promptParams: { type: 'object', additionalProperties: { $ref: '#/$defs/param' } },
        actions: { type: 'object', additionalProperties: { $ref: '#/$defs/action' } },
        onError: { type: 'string', minLength: 1 },
        timeout: { type: 'string' },
        model: { type: 'string', minLength: 1 },
        permissionMode: { type: 'string', minLength: 1 },
        allowedTools: { type: 'array', items: { type: 'string', minLength: 1 } },
        appendActions: { type: 'boolean' },
        failed: { type: 'boolean' },
      },
    },
    param: {
      type: ['object', 'string', 'number', 'boolean'],
      required: ['type'],
      additionalProperties: false,
      properties: {
        type: { type: 'string', enum: ['string', 'number', 'boolean'] },
        description: { type: 'string' },
        required: { type: 'boolean' },
        default: { type: ['string', 'number', 'boolean'] },
      },
    },
    action: {
      type: 'object',
      required: ['target'],
      additionalProperties: false,
      properties: {
        target: { type: 'string', minLength: 1 },
        args: { type: 'string' },
        choose: { type: 'string' },
        limit: {
          type: 'object',
          required: ['max', 'then'],
          additionalProperties: false,
          properties: { max: { type: 'integer', minimum: 1 }, then: { type: 'string', minLength: 1 } },
        },
      },
    },
  },
};
const schema32 = {
  type: 'object',
  required: ['type', 'description', 'required'],
  additionalProperties: false,
  properties: {
    type: { type: 'string', enum: ['string', 'number', 'boolean'] },
    description: { type: 'string' },
    required: { type: 'boolean' },
  },
};
const schema33 = {
  type: 'object',
  required: ['type'],
  additionalProperties: false,
  properties: {
    type: { type: 'string', enum: ['claude', 'end'] },
    description: { type: 'string' },
    promptTemplatePath: { type: 'string', minLength: 1 },
    promptTemplate: { type: 'string', minLength: 1 },
    prompt: { type: 'string', minLength: 1 },
    promptParams: { type: 'object', additionalProperties: { $ref: '#/$defs/param' } },
    actions: { type: 'object', additionalProperties: { $ref: '#/$defs/action' } },
    onError: { type: 'string', minLength: 1 },
    timeout: { type: 'string' },
    model: { type: 'string', minLength: 1 },
    permissionMode: { type: 'string', minLength: 1 },
    allowedTools: { type: 'array', items: { type: 'string', minLength: 1 } },
    appendActions: { type: 'boolean' },
    failed: { type: 'boolean' },
  },
};
const schema34 = {
  type: ['object', 'string', 'number', 'boolean'],
  required: ['type'],
  additionalProperties: false,
  properties: {
    type: { type: 'string', enum: ['string', 'number', 'boolean'] },
    description: { type: 'string' },
    required: { type: 'boolean' },
    default: { type: ['string', 'number', 'boolean'] },
  },
};
const schema35 = {
  type: 'object',
  required: ['target'],
  additionalProperties: false,
  properties: {
    target: { type: 'string', minLength: 1 },
    args: { type: 'string' },
    choose: { type: 'string' },
    limit: {
      type: 'object',
      required: ['max', 'then'],
      additionalProperties: false,
      properties: { max: { type: 'integer', minimum: 1 }, then: { type: 'string', minLength: 1 } },
    },
  },
};
const func1 = Object.prototype.hasOwnProperty;
function validate21(
  data,
  { instancePath = '', parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {},
) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate21.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = undefined;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = undefined;
  }
  if (data && typeof data == 'object' && !Array.isArray(data)) {
    if (data.type === undefined) {
      const err0 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'type' },
      };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    for (const key0 in data) {
      if (!func1.call(schema33.properties, key0)) {
        const err1 = {
          instancePath,
          schemaPath: '#/additionalProperties',
          keyword: 'additionalProperties',
          params: { additionalProperty: key0 },
        };
        if (vErrors === null) {
          vErrors = [err1];
        } else {
          vErrors.push(err1);
        }
        errors++;
      }
    }
    if (data.type !== undefined) {
      let data0 = data.type;
      if (typeof data0 !== 'string') {
        const err2 = {
          instancePath: instancePath + '/type',
          schemaPath: '#/properties/type/type',
          keyword: 'type',
          params: { type: 'string' },
        };
        if (vErrors === null) {
          vErrors = [err2];
        } else {
          vErrors.push(err2);
        }
        errors++;
      }
      if (!(data0 === 'claude' || data0 === 'end')) {
        const err3 = {
          instancePath: instancePath + '/type',
          schemaPath: '#/properties/type/enum',
          keyword: 'enum',
          params: { allowedValues: schema33.properties.type.enum },
        };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
    }
    if (data.description !== undefined) {
      if (typeof data.description !== 'string') {
        const err4 = {
          instancePath: instancePath + '/description',
          schemaPath: '#/properties/description/type',
          keyword: 'type',
          params: { type: 'string' },
        };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    }
    if (data.promptTemplatePath !== undefined) {
      let data2 = data.promptTemplatePath;
      if (typeof data2 === 'string') {
        if (data2.length < 1) {
          const err5 = {
            instancePath: instancePath + '/promptTemplatePath',
            schemaPath: '#/properties/promptTemplatePath/minLength',
            keyword: 'minLength',
            params: { limit: 1 },
          };
          if (vErrors === null) {
            vErrors = [err5];
          } else {
            vErrors.push(err5);
          }
          errors++;
        }
      } else {
        const err6 = {
          instancePath: instancePath + '/promptTemplatePath',
          schemaPath: '#/properties/promptTemplatePath/type',
          keyword: 'type',
          params: { type: 'string' },
        };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
    }
    if (data.promptTemplate !== undefined) {
      let data3 = data.promptTemplate;
      if (typeof data3 === 'string') {
        if (data3.length < 1) {
          const err7 = {
            instancePath: instancePath + '/promptTemplate',
            schemaPath: '#/properties/promptTemplate/minLength',
            keyword: 'minLength',
            params: { limit: 1 },
          };
          if (vErrors === null) {
            vErrors = [err7];
          } else {
            vErrors.push(err7);
          }
          errors++;
        }
      } else {
        const err8 = {
          instancePath: instancePath + '/promptTemplate',
          schemaPath: '#/properties/promptTemplate/type',
          keyword: 'type',
          params: { type: 'string' },
        };
        if (vErrors === null) {
          vErrors = [err8];
        } else {
          vErrors.push(err8);
        }
        errors++;
      }
    }
    if (data.prompt !== undefined) {
      let data4 = data.prompt;
      if (typeof data4 === 'string') {
        if (data4.length < 1) {
          const err9 = {
            instancePath: instancePath + '/prompt',
            schemaPath: '#/properties/prompt/minLength',
            keyword: 'minLength',
            params: { limit: 1 },
          };
          if (vErrors === null) {
            vErrors = [err9];
          } else {
            vErrors.push(err9);
          }
          errors++;
        }
      } else {
        const err10 = {
          instancePath: instancePath + '/prompt',
          schemaPath: '#/properties/prompt/type',
          keyword: 'type',
          params: { type: 'string' },
        };
        if (vErrors === null) {
          vErrors = [err10];
        } else {
          vErrors.push(err10);
        }
        errors++;
      }
    }
    if (data.promptParams !== undefined) {
      let data5 = data.promptParams;
      if (data5 && typeof data5 == 'object' && !Array.isArray(data5)) {
        for (const key1 in data5) {
          let data6 = data5[key1];
          if (
            !(data6 && typeof data6 == 'object' && !Array.isArray(data6)) &&
            typeof data6 !== 'string' &&
            !(typeof data6 == 'number' && isFinite(data6)) &&
            typeof data6 !== 'boolean'
          ) {
            const err11 = {
              instancePath: instancePath + '/promptParams/' + key1.replace(/~/g, '~0').replace(/\//g, '~1'),
              schemaPath: '#/$defs/param/type',
              keyword: 'type',
              params: { type: schema34.type },
            };
            if (vErrors === null) {
              vErrors = [err11];
            } else {
              vErrors.push(err11);
            }
            errors++;
          }
          if (data6 && typeof data6 == 'object' && !Array.isArray(data6)) {
            if (data6.type === undefined) {
              const err12 = {
                instancePath: instancePath + '/promptParams/' + key1.replace(/~/g, '~0').replace(/\//g, '~1'),
                schemaPath: '#/$defs/param/required',
                keyword: 'required',
                params: { missingProperty: 'type' },
              };
              if (vErrors === null) {
                vErrors = [err12];
              } else {
                vErrors.push(err12);
              }
              errors++;
            }
            for (const key2 in data6) {
              if (!(key2 === 'type' || key2 === 'description' || key2 === 'required' || key2 === 'default')) {
                const err13 = {
                  instancePath:
                    instancePath + '/promptParams/' + key1.replace(/~/g, '~0').replace(/\//g, '~1'),
                  schemaPath: '#/$defs/param/additionalProperties',
                  keyword: 'additionalProperties',
                  params: { additionalProperty: key2 },
                };
                if (vErrors === null) {
                  vErrors = [err13];
                } else {
                  vErrors.push(err13);
                }
                errors++;
              }
            }
            if (data6.type !== undefined) {
              let data7 = data6.type;
              if (typeof data7 !== 'string') {
                const err14 = {
                  instancePath:
                    instancePath + '/promptParams/' + key1.replace(/~/g, '~0').replace(/\//g, '~1') + '/type',
                  schemaPath: '#/$defs/param/properties/type/type',
                  keyword: 'type',
                  params: { type: 'string' },
                };
                if (vErrors === null) {
                  vErrors = [err14];
                } else {
                  vErrors.push(err14);
                }
                errors++;
              }
              if (!(data7 === 'string' || data7 === 'number' || data7 === 'boolean')) {
                const err15 = {
                  instancePath:
                    instancePath + '/promptParams/' + key1.replace(/~/g, '~0').replace(/\//g, '~1') + '/type',
                  schemaPath: '#/$defs/param/properties/type/enum',
                  keyword: 'enum',
                  params: { allowedValues: schema34.properties.type.enum },
                };
                if (vErrors === null) {
                  vErrors = [err15];
                } else {
                  vErrors.push(err15);
                }
                errors++;
              }
            }
            if (data6.description !== undefined) {
              if (typeof data6.description !== 'string') {
                const err16 = {
                  instancePath:
                    instancePath +
                    '/promptParams/' +
                    key1.replace(/~/g, '~0').replace(/\//g, '~1') +
                    '/description',
                  schemaPath: '#/$defs/param/properties/description/type',
                  keyword: 'type',
                  params: { type: 'string' },
                };
                if (vErrors === null) {
                  vErrors = [err16];
                } else {
                  vErrors.push(err16);
                }
                errors++;
              }
            }
            if (data6.required !== undefined) {
              if (typeof data6.required !== 'boolean') {
                const err17 = {
                  instancePath:
                    instancePath +
                    '/promptParams/' +
                    key1.replace(/~/g, '~0').replace(/\//g, '~1') +
                    '/required',
                  schemaPath: '#/$defs/param/properties/required/type',
                  keyword: 'type',
                  params: { type: 'boolean' },
                };
                if (vErrors === null) {
                  vErrors = [err17];
                } else {
                  vErrors.push(err17);
                }
                errors++;
              }
            }
            if (data6.default !== undefined) {
              let data10 = data6.default;
              if (
                typeof data10 !== 'string' &&
                !(typeof data10 == 'number' && isFinite(data10)) &&
                typeof data10 !== 'boolean'
              ) {
                const err18 = {
                  instancePath:
                    instancePath +
                    '/promptParams/' +
                    key1.replace(/~/g, '~0').replace(/\//g, '~1') +
                    '/default',
                  schemaPath: '#/$defs/param/properties/default/type',
                  keyword: 'type',
                  params: { type: schema34.properties.default.type },
                };
                if (vErrors === null) {
                  vErrors = [err18];
                } else {
                  vErrors.push(err18);
                }
                errors++;
              }
            }
          }
        }
      } else {
        const err19 = {
          instancePath: instancePath + '/promptParams',
          schemaPath: '#/properties/promptParams/type',
          keyword: 'type',
          params: { type: 'object' },
        };
        if (vErrors === null) {
          vErrors = [err19];
        } else {
          vErrors.push(err19);
        }
        errors++;
      }
    }
    if (data.actions !== undefined) {
      let data11 = data.actions;
      if (data11 && typeof data11 == 'object' && !Array.isArray(data11)) {
        for (const key3 in data11) {
          let data12 = data11[key3];
          if (data12 && typeof data12 == 'object' && !Array.isArray(data12)) {
            if (data12.target === undefined) {
              const err20 = {
                instancePath: instancePath + '/actions/' + key3.replace(/~/g, '~0').replace(/\//g, '~1'),
                schemaPath: '#/$defs/action/required',
                keyword: 'required',
                params: { missingProperty: 'target' },
              };
              if (vErrors === null) {
                vErrors = [err20];
              } else {
                vErrors.push(err20);
              }
              errors++;
            }
            for (const key4 in data12) {
              if (!(key4 === 'target' || key4 === 'args' || key4 === 'choose' || key4 === 'limit')) {
                const err21 = {
                  instancePath: instancePath + '/actions/' + key3.replace(/~/g, '~0').replace(/\//g, '~1'),
                  schemaPath: '#/$defs/action/additionalProperties',
                  keyword: 'additionalProperties',
                  params: { additionalProperty: key4 },
                };
                if (vErrors === null) {
                  vErrors = [err21];
                } else {
                  vErrors.push(err21);
                }
                errors++;
              }
            }
            if (data12.target !== undefined) {
              let data13 = data12.target;
              if (typeof data13 === 'string') {
                if (data13.length < 1) {
                  const err22 = {
                    instancePath:
                      instancePath + '/actions/' + key3.replace(/~/g, '~0').replace(/\//g, '~1') + '/target',
                    schemaPath: '#/$defs/action/properties/target/minLength',
                    keyword: 'minLength',
                    params: { limit: 1 },
                  };
                  if (vErrors === null) {
                    vErrors = [err22];
                  } else {
                    vErrors.push(err22);
                  }
                  errors++;
                }
              } else {
                const err23 = {
                  instancePath:
                    instancePath + '/actions/' + key3.replace(/~/g, '~0').replace(/\//g, '~1') + '/target',
                  schemaPath: '#/$defs/action/properties/target/type',
                  keyword: 'type',
                  params: { type: 'string' },
                };
                if (vErrors === null) {
                  vErrors = [err23];
                } else {
                  vErrors.push(err23);
                }
                errors++;
              }
            }
            if (data12.args !== undefined) {
              if (typeof data12.args !== 'string') {
                const err24 = {
                  instancePath:
                    instancePath + '/actions/' + key3.replace(/~/g, '~0').replace(/\//g, '~1') + '/args',
                  schemaPath: '#/$defs/action/properties/args/type',
                  keyword: 'type',
                  params: { type: 'string' },
                };
                if (vErrors === null) {
                  vErrors = [err24];
                } else {
                  vErrors.push(err24);
                }
                errors++;
              }
            }
            if (data12.choose !== undefined) {
              if (typeof data12.choose !== 'string') {
                const err25 = {
                  instancePath:
                    instancePath + '/actions/' + key3.replace(/~/g, '~0').replace(/\//g, '~1') + '/choose',
                  schemaPath: '#/$defs/action/properties/choose/type',
                  keyword: 'type',
                  params: { type: 'string' },
                };
                if (vErrors === null) {
                  vErrors = [err25];
                } else {
                  vErrors.push(err25);
                }
                errors++;
              }
            }
            if (data12.limit !== undefined) {
              let data16 = data12.limit;
              if (data16 && typeof data16 == 'object' && !Array.isArray(data16)) {
                if (data16.max === undefined) {
                  const err26 = {
                    instancePath:
                      instancePath + '/actions/' + key3.replace(/~/g, '~0').replace(/\//g, '~1') + '/limit',
                    schemaPath: '#/$defs/action/properties/limit/required',
                    keyword: 'required',
                    params: { missingProperty: 'max' },
                  };
                  if (vErrors === null) {
                    vErrors = [err26];
                  } else {
                    vErrors.push(err26);
                  }
                  errors++;
                }
                if (data16.then === undefined) {
                  const err27 = {
                    instancePath:
                      instancePath + '/actions/' + key3.replace(/~/g, '~0').replace(/\//g, '~1') + '/limit',
                    schemaPath: '#/$defs/action/properties/limit/required',
                    keyword: 'required',
                    params: { missingProperty: 'then' },
                  };
                  if (vErrors === null) {
                    vErrors = [err27];
                  } else {
                    vErrors.push(err27);
                  }
                  errors++;
                }
                for (const key5 in data16) {
                  if (!(key5 === 'max' || key5 === 'then')) {
                    const err28 = {
                      instancePath:
                        instancePath + '/actions/' + key3.replace(/~/g, '~0').replace(/\//g, '~1') + '/limit',
                      schemaPath: '#/$defs/action/properties/limit/additionalProperties',
                      keyword: 'additionalProperties',
                      params: { additionalProperty: key5 },
                    };
                    if (vErrors === null) {
                      vErrors = [err28];
                    } else {
                      vErrors.push(err28);
                    }
                    errors++;
                  }
                }
                if (data16.max !== undefined) {
                  let data17 = data16.max;
                  if (!(typeof data17 == 'number' && !(data17 % 1) && !isNaN(data17) && isFinite(data17))) {
                    const err29 = {
                      instancePath:
                        instancePath +
                        '/actions/' +
                        key3.replace(/~/g, '~0').replace(/\//g, '~1') +
                        '/limit/max',
                      schemaPath: '#/$defs/action/properties/limit/properties/max/type',
                      keyword: 'type',
                      params: { type: 'integer' },
                    };
                    if (vErrors === null) {
                      vErrors = [err29];
                    } else {
                      vErrors.push(err29);
                    }
                    errors++;
                  }
                  if (typeof data17 == 'number' && isFinite(data17)) {
                    if (data17 < 1 || isNaN(data17)) {
                      const err30 = {
                        instancePath:
                          instancePath +
                          '/actions/' +
                          key3.replace(/~/g, '~0').replace(/\//g, '~1') +
                          '/limit/max',
                        schemaPath: '#/$defs/action/properties/limit/properties/max/minimum',
                        keyword: 'minimum',
                        params: { comparison: '>=', limit: 1 },
                      };
                      if (vErrors === null) {
                        vErrors = [err30];
                      } else {
                        vErrors.push(err30);
                      }
                      errors++;
                    }
                  }
                }
                if (data16.then !== undefined) {
                  let data18 = data16.then;
                  if (typeof data18 === 'string') {
                    if (data18.length < 1) {
                      const err31 = {
                        instancePath:
                          instancePath +
                          '/actions/' +
                          key3.replace(/~/g, '~0').replace(/\//g, '~1') +
                          '/limit/then',
                        schemaPath: '#/$defs/action/properties/limit/properties/then/minLength',
                        keyword: 'minLength',
                        params: { limit: 1 },
                      };
                      if (vErrors === null) {
                        vErrors = [err31];
                      } else {
                        vErrors.push(err31);
                      }
                      errors++;
                    }
                  } else {
                    const err32 = {
                      instancePath:
                        instancePath +
                        '/actions/' +
                        key3.replace(/~/g, '~0').replace(/\//g, '~1') +
                        '/limit/then',
                      schemaPath: '#/$defs/action/properties/limit/properties/then/type',
                      keyword: 'type',
                      params: { type: 'string' },
                    };
                    if (vErrors === null) {
                      vErrors = [err32];
                    } else {
                      vErrors.push(err32);
                    }
                    errors++;
                  }
                }
              } else {
                const err33 = {
                  instancePath:
                    instancePath + '/actions/' + key3.replace(/~/g, '~0').replace(/\//g, '~1') + '/limit',
                  schemaPath: '#/$defs/action/properties/limit/type',
                  keyword: 'type',
                  params: { type: 'object' },
                };
                if (vErrors === null) {
                  vErrors = [err33];
                } else {
                  vErrors.push(err33);
                }
                errors++;
              }
            }
          } else {
            const err34 = {
              instancePath: instancePath + '/actions/' + key3.replace(/~/g, '~0').replace(/\//g, '~1'),
              schemaPath: '#/$defs/action/type',
              keyword: 'type',
              params: { type: 'object' },
            };
            if (vErrors === null) {
              vErrors = [err34];
            } else {
              vErrors.push(err34);
            }
            errors++;
          }
        }
      } else {
        const err35 = {
          instancePath: instancePath + '/actions',
          schemaPath: '#/properties/actions/type',
          keyword: 'type',
          params: { type: 'object' },
        };
        if (vErrors === null) {
          vErrors = [err35];
        } else {
          vErrors.push(err35);
        }
        errors++;
      }
    }
    if (data.onError !== undefined) {
      let data19 = data.onError;
      if (typeof data19 === 'string') {
        if (data19.length < 1) {
          const err36 = {
            instancePath: instancePath + '/onError',
            schemaPath: '#/properties/onError/minLength',
            keyword: 'minLength',
            params: { limit: 1 },
          };
          if (vErrors === null) {
            vErrors = [err36];
          } else {
            vErrors.push(err36);
          }
          errors++;
        }
      } else {
        const err37 = {
          instancePath: instancePath + '/onError',
          schemaPath: '#/properties/onError/type',
          keyword: 'type',
          params: { type: 'string' },
        };
        if (vErrors === null) {
          vErrors = [err37];
        } else {
          vErrors.push(err37);
        }
        errors++;
      }
    }
    if (data.timeout !== undefined) {
      if (typeof data.timeout !== 'string') {
        const err38 = {
          instancePath: instancePath + '/timeout',
          schemaPath: '#/properties/timeout/type',
          keyword: 'type',
          params: { type: 'string' },
        };
        if (vErrors === null) {
          vErrors = [err38];
        } else {
          vErrors.push(err38);
        }
        errors++;
      }
    }
    if (data.model !== undefined) {
      let data21 = data.model;
      if (typeof data21 === 'string') {
        if (data21.length < 1) {
          const err39 = {
            instancePath: instancePath + '/model',
            schemaPath: '#/properties/model/minLength',
            keyword: 'minLength',
            params: { limit: 1 },
          };
          if (vErrors === null) {
            vErrors = [err39];
          } else {
            vErrors.push(err39);
          }
          errors++;
        }
      } else {
        const err40 = {
          instancePath: instancePath + '/model',
          schemaPath: '#/properties/model/type',
          keyword: 'type',
          params: { type: 'string' },
        };
        if (vErrors === null) {
          vErrors = [err40];
        } else {
          vErrors.push(err40);
        }
        errors++;
      }
    }
    if (data.permissionMode !== undefined) {
      let data22 = data.permissionMode;
      if (typeof data22 === 'string') {
        if (data22.length < 1) {
          const err41 = {
            instancePath: instancePath + '/permissionMode',
            schemaPath: '#/properties/permissionMode/minLength',
            keyword: 'minLength',
            params: { limit: 1 },
          };
          if (vErrors === null) {
            vErrors = [err41];
          } else {
            vErrors.push(err41);
          }
          errors++;
        }
      } else {
        const err42 = {
          instancePath: instancePath + '/permissionMode',
          schemaPath: '#/properties/permissionMode/type',
          keyword: 'type',
          params: { type: 'string' },
        };
        if (vErrors === null) {
          vErrors = [err42];
        } else {
          vErrors.push(err42);
        }
        errors++;
      }
    }
    if (data.allowedTools !== undefined) {
      let data23 = data.allowedTools;
      if (Array.isArray(data23)) {
        const len0 = data23.length;
        for (let i0 = 0; i0 < len0; i0++) {
          let data24 = data23[i0];
          if (typeof data24 === 'string') {
            if (data24.length < 1) {
              const err43 = {
                instancePath: instancePath + '/allowedTools/' + i0,
                schemaPath: '#/properties/allowedTools/items/minLength',
                keyword: 'minLength',
                params: { limit: 1 },
              };
              if (vErrors === null) {
                vErrors = [err43];
              } else {
                vErrors.push(err43);
              }
              errors++;
            }
          } else {
            const err44 = {
              instancePath: instancePath + '/allowedTools/' + i0,
              schemaPath: '#/properties/allowedTools/items/type',
              keyword: 'type',
              params: { type: 'string' },
            };
            if (vErrors === null) {
              vErrors = [err44];
            } else {
              vErrors.push(err44);
            }
            errors++;
          }
        }
      } else {
        const err45 = {
          instancePath: instancePath + '/allowedTools',
          schemaPath: '#/properties/allowedTools/type',
          keyword: 'type',
          params: { type: 'array' },
        };
        if (vErrors === null) {
          vErrors = [err45];
        } else {
          vErrors.push(err45);
        }
        errors++;
      }
    }
    if (data.appendActions !== undefined) {
      if (typeof data.appendActions !== 'boolean') {
        const err46 = {
          instancePath: instancePath + '/appendActions',
          schemaPath: '#/properties/appendActions/type',
          keyword: 'type',
          params: { type: 'boolean' },
        };
        if (vErrors === null) {
          vErrors = [err46];
        } else {
          vErrors.push(err46);
        }
        errors++;
      }
    }
    if (data.failed !== undefined) {
      if (typeof data.failed !== 'boolean') {
        const err47 = {
          instancePath: instancePath + '/failed',
          schemaPath: '#/properties/failed/type',
          keyword: 'type',
          params: { type: 'boolean' },
        };
        if (vErrors === null) {
          vErrors = [err47];
        } else {
          vErrors.push(err47);
        }
        errors++;
      }
    }
  } else {
    const err48 = { instancePath, schemaPath: '#/type', keyword: 'type', params: { type: 'object' } };
    if (vErrors === null) {
      vErrors = [err48];
    } else {
      vErrors.push(err48);
    }
    errors++;
  }
  validate21.errors = vErrors;
  return errors === 0;
}
validate21.evaluated = { props: true, dynamicProps: false, dynamicItems: false };
function validate20(
  data,
  { instancePath = '', parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {},
) {
  /*# sourceURL="urn:wfmap:map" */ let vErrors = null;
  let errors = 0;
  const evaluated0 = validate20.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = undefined;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = undefined;
  }
  if (data && typeof data == 'object' && !Array.isArray(data)) {
    if (data.description === undefined) {
      const err0 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'description' },
      };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.startTaskDefinition === undefined) {
      const err1 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'startTaskDefinition' },
      };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.taskDefinitions === undefined) {
      const err2 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'taskDefinitions' },
      };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    for (const key0 in data) {
      if (!(
        key0 === '$schema' ||
        key0 === 'description' ||
        key0 === 'startTaskDefinition' ||
        key0 === 'workslipFields' ||
        key0 === 'taskDefinitions' ||
        key0 === 'limits'
      )) {
        const err3 = {
          instancePath,
          schemaPath: '#/additionalProperties',
          keyword: 'additionalProperties',
          params: { additionalProperty: key0 },
        };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
    }
    if (data.$schema !== undefined) {
      if (typeof data.$schema !== 'string') {
        const err4 = {
          instancePath: instancePath + '/$schema',
          schemaPath: '#/properties/%24schema/type',
          keyword: 'type',
          params: { type: 'string' },
        };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    }
    if (data.description !== undefined) {
      let data1 = data.description;
      if (typeof data1 === 'string') {
        if (data1.length < 1) {
          const err5 = {
            instancePath: instancePath + '/description',
            schemaPath: '#/properties/description/minLength',
            keyword: 'minLength',
            params: { limit: 1 },
          };
          if (vErrors === null) {
            vErrors = [err5];
          } else {
            vErrors.push(err5);
          }
          errors++;
        }
      } else {
        const err6 = {
          instancePath: instancePath + '/description',
          schemaPath: '#/properties/description/type',
          keyword: 'type',
          params: { type: 'string' },
        };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
    }
    if (data.startTaskDefinition !== undefined) {
      let data2 = data.startTaskDefinition;
      if (typeof data2 === 'string') {
        if (data2.length < 1) {
          const err7 = {
            instancePath: instancePath + '/startTaskDefinition',
            schemaPath: '#/properties/startTaskDefinition/minLength',
            keyword: 'minLength',
            params: { limit: 1 },
          };
          if (vErrors === null) {
            vErrors = [err7];
          } else {
            vErrors.push(err7);
          }
          errors++;
        }
      } else {
        const err8 = {
          instancePath: instancePath + '/startTaskDefinition',
          schemaPath: '#/properties/startTaskDefinition/type',
          keyword: 'type',
          params: { type: 'string' },
        };
        if (vErrors === null) {
          vErrors = [err8];
        } else {
          vErrors.push(err8);
        }
        errors++;
      }
    }
    if (data.workslipFields !== undefined) {
      let data3 = data.workslipFields;
      if (data3 && typeof data3 == 'object' && !Array.isArray(data3)) {
        for (const key1 in data3) {
          let data4 = data3[key1];
          if (data4 && typeof data4 == 'object' && !Array.isArray(data4)) {
            if (data4.type === undefined) {
              const err9 = {
                instancePath:
                  instancePath + '/workslipFields/' + key1.replace(/~/g, '~0').replace(/\//g, '~1'),
                schemaPath: '#/$defs/field/required',
                keyword: 'required',
                params: { missingProperty: 'type' },
              };
              if (vErrors === null) {
                vErrors = [err9];
              } else {
                vErrors.push(err9);
              }
              errors++;
            }
            if (data4.description === undefined) {
              const err10 = {
                instancePath:
                  instancePath + '/workslipFields/' + key1.replace(/~/g, '~0').replace(/\//g, '~1'),
                schemaPath: '#/$defs/field/required',
                keyword: 'required',
                params: { missingProperty: 'description' },
              };
              if (vErrors === null) {
                vErrors = [err10];
              } else {
                vErrors.push(err10);
              }
              errors++;
            }
            if (data4.required === undefined) {
              const err11 = {
                instancePath:
                  instancePath + '/workslipFields/' + key1.replace(/~/g, '~0').replace(/\//g, '~1'),
                schemaPath: '#/$defs/field/required',
                keyword: 'required',
                params: { missingProperty: 'required' },
              };
              if (vErrors === null) {
                vErrors = [err11];
              } else {
                vErrors.push(err11);
              }
              errors++;
            }
            for (const key2 in data4) {
              if (!(key2 === 'type' || key2 === 'description' || key2 === 'required')) {
                const err12 = {
                  instancePath:
                    instancePath + '/workslipFields/' + key1.replace(/~/g, '~0').replace(/\//g, '~1'),
                  schemaPath: '#/$defs/field/additionalProperties',
                  keyword: 'additionalProperties',
                  params: { additionalProperty: key2 },
                };
                if (vErrors === null) {
                  vErrors = [err12];
                } else {
                  vErrors.push(err12);
                }
                errors++;
              }
            }
            if (data4.type !== undefined) {
              let data5 = data4.type;
              if (typeof data5 !== 'string') {
                const err13 = {
                  instancePath:
                    instancePath +
                    '/workslipFields/' +
                    key1.replace(/~/g, '~0').replace(/\//g, '~1') +
                    '/type',
                  schemaPath: '#/$defs/field/properties/type/type',
                  keyword: 'type',
                  params: { type: 'string' },
                };
                if (vErrors === null) {
                  vErrors = [err13];
                } else {
                  vErrors.push(err13);
                }
                errors++;
              }
              if (!(data5 === 'string' || data5 === 'number' || data5 === 'boolean')) {
                const err14 = {
                  instancePath:
                    instancePath +
                    '/workslipFields/' +
                    key1.replace(/~/g, '~0').replace(/\//g, '~1') +
                    '/type',
                  schemaPath: '#/$defs/field/properties/type/enum',
                  keyword: 'enum',
                  params: { allowedValues: schema32.properties.type.enum },
                };
                if (vErrors === null) {
                  vErrors = [err14];
                } else {
                  vErrors.push(err14);
                }
                errors++;
              }
            }
            if (data4.description !== undefined) {
              if (typeof data4.description !== 'string') {
                const err15 = {
                  instancePath:
                    instancePath +
                    '/workslipFields/' +
                    key1.replace(/~/g, '~0').replace(/\//g, '~1') +
                    '/description',
                  schemaPath: '#/$defs/field/properties/description/type',
                  keyword: 'type',
                  params: { type: 'string' },
                };
                if (vErrors === null) {
                  vErrors = [err15];
                } else {
                  vErrors.push(err15);
                }
                errors++;
              }
            }
            if (data4.required !== undefined) {
              if (typeof data4.required !== 'boolean') {
                const err16 = {
                  instancePath:
                    instancePath +
                    '/workslipFields/' +
                    key1.replace(/~/g, '~0').replace(/\//g, '~1') +
                    '/required',
                  schemaPath: '#/$defs/field/properties/required/type',
                  keyword: 'type',
                  params: { type: 'boolean' },
                };
                if (vErrors === null) {
                  vErrors = [err16];
                } else {
                  vErrors.push(err16);
                }
                errors++;
              }
            }
          } else {
            const err17 = {
              instancePath: instancePath + '/workslipFields/' + key1.replace(/~/g, '~0').replace(/\//g, '~1'),
              schemaPath: '#/$defs/field/type',
              keyword: 'type',
              params: { type: 'object' },
            };
            if (vErrors === null) {
              vErrors = [err17];
            } else {
              vErrors.push(err17);
            }
            errors++;
          }
        }
      } else {
        const err18 = {
          instancePath: instancePath + '/workslipFields',
          schemaPath: '#/properties/workslipFields/type',
          keyword: 'type',
          params: { type: 'object' },
        };
        if (vErrors === null) {
          vErrors = [err18];
        } else {
          vErrors.push(err18);
        }
        errors++;
      }
    }
    if (data.taskDefinitions !== undefined) {
      let data8 = data.taskDefinitions;
      if (data8 && typeof data8 == 'object' && !Array.isArray(data8)) {
        if (Object.keys(data8).length < 1) {
          const err19 = {
            instancePath: instancePath + '/taskDefinitions',
            schemaPath: '#/properties/taskDefinitions/minProperties',
            keyword: 'minProperties',
            params: { limit: 1 },
          };
          if (vErrors === null) {
            vErrors = [err19];
          } else {
            vErrors.push(err19);
          }
          errors++;
        }
        for (const key3 in data8) {
          if (
            !validate21(data8[key3], {
              instancePath:
                instancePath + '/taskDefinitions/' + key3.replace(/~/g, '~0').replace(/\//g, '~1'),
              parentData: data8,
              parentDataProperty: key3,
              rootData,
              dynamicAnchors,
            })
          ) {
            vErrors = vErrors === null ? validate21.errors : vErrors.concat(validate21.errors);
            errors = vErrors.length;
          }
        }
      } else {
        const err20 = {
          instancePath: instancePath + '/taskDefinitions',
          schemaPath: '#/properties/taskDefinitions/type',
          keyword: 'type',
          params: { type: 'object' },
        };
        if (vErrors === null) {
          vErrors = [err20];
        } else {
          vErrors.push(err20);
        }
        errors++;
      }
    }
    if (data.limits !== undefined) {
      let data10 = data.limits;
      if (data10 && typeof data10 == 'object' && !Array.isArray(data10)) {
        for (const key4 in data10) {
          if (!(key4 === 'steps' || key4 === 'costUsd')) {
            const err21 = {
              instancePath: instancePath + '/limits',
              schemaPath: '#/properties/limits/additionalProperties',
              keyword: 'additionalProperties',
              params: { additionalProperty: key4 },
            };
            if (vErrors === null) {
              vErrors = [err21];
            } else {
              vErrors.push(err21);
            }
            errors++;
          }
        }
        if (data10.steps !== undefined) {
          let data11 = data10.steps;
          if (!(typeof data11 == 'number' && !(data11 % 1) && !isNaN(data11) && isFinite(data11))) {
            const err22 = {
              instancePath: instancePath + '/limits/steps',
              schemaPath: '#/properties/limits/properties/steps/type',
              keyword: 'type',
              params: { type: 'integer' },
            };
            if (vErrors === null) {
              vErrors = [err22];
            } else {
              vErrors.push(err22);
            }
            errors++;
          }
          if (typeof data11 == 'number' && isFinite(data11)) {
            if (data11 < 1 || isNaN(data11)) {
              const err23 = {
                instancePath: instancePath + '/limits/steps',
                schemaPath: '#/properties/limits/properties/steps/minimum',
                keyword: 'minimum',
                params: { comparison: '>=', limit: 1 },
              };
              if (vErrors === null) {
                vErrors = [err23];
              } else {
                vErrors.push(err23);
              }
              errors++;
            }
          }
        }
        if (data10.costUsd !== undefined) {
          let data12 = data10.costUsd;
          if (typeof data12 == 'number' && isFinite(data12)) {
            if (data12 <= 0 || isNaN(data12)) {
              const err24 = {
                instancePath: instancePath + '/limits/costUsd',
                schemaPath: '#/properties/limits/properties/costUsd/exclusiveMinimum',
                keyword: 'exclusiveMinimum',
                params: { comparison: '>', limit: 0 },
              };
              if (vErrors === null) {
                vErrors = [err24];
              } else {
                vErrors.push(err24);
              }
              errors++;
            }
          } else {
            const err25 = {
              instancePath: instancePath + '/limits/costUsd',
              schemaPath: '#/properties/limits/properties/costUsd/type',
              keyword: 'type',
              params: { type: 'number' },
            };
            if (vErrors === null) {
              vErrors = [err25];
            } else {
              vErrors.push(err25);
            }
            errors++;
          }
        }
      } else {
        const err26 = {
          instancePath: instancePath + '/limits',
          schemaPath: '#/properties/limits/type',
          keyword: 'type',
          params: { type: 'object' },
        };
        if (vErrors === null) {
          vErrors = [err26];
        } else {
          vErrors.push(err26);
        }
        errors++;
      }
    }
  } else {
    const err27 = { instancePath, schemaPath: '#/type', keyword: 'type', params: { type: 'object' } };
    if (vErrors === null) {
      vErrors = [err27];
    } else {
      vErrors.push(err27);
    }
    errors++;
  }
  validate20.errors = vErrors;
  return errors === 0;
}
validate20.evaluated = { props: true, dynamicProps: false, dynamicItems: false };
